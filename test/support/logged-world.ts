import { Writable } from 'node:stream'
import { type AppOptions, buildApp } from '../../http/app.ts'
import { readConfig } from '../../src/config/config.ts'
import { onFileFinished } from './cleanup.ts'
import { makeWorld, type World } from './world.ts'

/** Creates a world whose server logs. `text` returns what it has logged, `last` its last line. */
export async function makeLoggedWorld(
  environment: Record<string, string>,
  overrides: Partial<AppOptions> = {},
) {
  let output = ''
  const log = new Writable({
    write(chunk, _encoding, done) {
      output += chunk
      done()
    },
  })
  const world = await makeWorld(environment)
  const config = readConfig({ DATABASE_URL: world.url, ...environment, LOG_LEVEL: 'info' })
  const app = await buildApp({ ...world.database, config, isStopping: () => false, log, ...overrides })
  onFileFinished(() => app.close())
  const last = () => JSON.parse(output.trim().split('\n').at(-1) ?? '{}')
  return { world: { ...world, app } satisfies World, text: () => output, last }
}
