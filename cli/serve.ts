import type { Writable } from 'node:stream'
import type { Command } from 'commander'
import pretty from 'pino-pretty'
import { buildApp } from '../http/app.ts'
import type { Server } from '../http/server.ts'
import { stopper } from '../http/stop.ts'
import { type Config, readConfig } from '../src/config.ts'
import { migrate } from '../src/database/migrate.ts'
import type { Database } from '../src/database/open.ts'
import { transact } from '../src/database/unit-of-work.ts'
import { forgetAnswers } from '../src/journal/idempotency.ts'
import { printResult } from './answer.ts'
import { banner, type First } from './banner.ts'
import { beginner, keepTrying } from './begin.ts'
import { openConfigured, stopSignal, tell } from './open.ts'

const hour = 3_600_000

/** `serve` */
export function serveCommand(program: Command): void {
  program
    .command('serve')
    .description('start the server: this is what "npm start" does')
    .addHelpText('after', '\nThe environment says where it listens and what it stands on: see README.md.')
    .action(serve)
}

async function serve(options: { json?: true }): Promise<void> {
  const stop = stopSignal()
  const config = readConfig()
  for (const warning of config.warnings) tell(`Warning: ${warning}.`)
  const database = await openConfigured(config)
  try {
    if (config.AUTO_MIGRATE) await migrate(database.orm)
    let stopping = false
    const chores: NodeJS.Timeout[] = []
    const say = (first: First) => {
      const { value, words } = banner(config, first)
      printResult(options, value, words)
    }
    const begin = beginner(database, config, (first) => {
      say(first)
      chores.push(forgetOldAnswers(app, database))
    })
    const app = await buildApp({
      ...database,
      config,
      stopping: () => stopping,
      begin,
      log: logStream(options),
    })
    const close = stopper(app)
    await listen(app, config)
    try {
      if (!(await begin())) {
        tell(
          'Warning: migrations are not applied: run "portfolio-ops migrate". Until then nothing is served.',
        )
        say({ admin: null, token: null })
        chores.push(keepTrying(app, begin))
      }
      await stop
    } finally {
      stopping = true
      for (const chore of chores) clearInterval(chore)
      await close()
    }
  } finally {
    await database.close()
  }
  // A request that was cut off may still hold on to something.
  process.exit()
}

// For a person in words, for whoever collects logs in JSON. Where the answer is JSON, stdout has nothing else on it.
// The logger's own way to stdout never ends where a disk is full.
function logStream({ json }: { json?: true }): Writable {
  if (json) return process.stderr
  return process.stdout.isTTY ? pretty({ ignore: 'pid,hostname', sync: true }) : process.stdout
}

async function listen(app: Server, config: Config): Promise<void> {
  const { HOST, PORT } = config
  try {
    await app.listen({ host: HOST, port: PORT })
  } catch (cause) {
    await app.close()
    const { code, message } = cause as { code?: string; message: string }
    if (code === 'EADDRINUSE')
      throw new Error(`Port ${PORT} of ${HOST} is taken: stop what listens there, or set PORT.`, { cause })
    throw new Error(`Nothing can listen on port ${PORT} of ${HOST} (${message}): set HOST and PORT.`, {
      cause,
    })
  }
  // Port 0 is any that is free: now we know which.
  const address = app.server.address()
  if (PORT === 0 && typeof address === 'object')
    config.PUBLIC_URL = config.PUBLIC_URL.replace(/:0$/, `:${address?.port}`)
}

// Now and every hour, so that it happens in a process of any age.
function forgetOldAnswers(app: Server, { orm }: Database): NodeJS.Timeout {
  const forget = () =>
    transact(orm, (em) => forgetAnswers(em)).catch((error: unknown) =>
      app.log.warn({ err: error }, 'old idempotency keys are still there'),
    )
  void forget()
  return setInterval(forget, hour).unref()
}
