import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, it } from 'vitest'
import { makeAssistantWorld } from '../../support/assistant.ts'
import { makeProvider } from '../../support/provider.ts'
import { query } from '../../support/rows.ts'

const message = { contact_id: 'survivor', text: 'Do not lose me', message_id: 'm' }

it('keeps the message of a contact when the server is killed while it waits for the provider', async () => {
  const provider = await makeProvider()
  const world = await makeAssistantWorld()
  const server = spawn(process.execPath, ['cli/main.ts', 'serve'], {
    env: {
      ...process.env,
      DATABASE_URL: world.url,
      PORT: '0',
      LLM_BASE_URL: provider.url,
      LLM_API_KEY: 'key',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const url = await new Promise<string>((found) => {
    let out = ''
    const read = (part: Buffer) => {
      out += part
      const address = /http:\/\/127\.0\.0\.1:[1-9]\d*/.exec(out)?.[0]
      if (address) found(address)
    }
    server.stdout.on('data', read)
    server.stderr.on('data', read)
  })
  const providerCalled = new Promise<void>((called) => provider.respondWith(() => called()))
  const interrupted = fetch(`${url}/api/v1/bot/main`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(message),
  }).catch((error: unknown) => error)
  await providerCalled
  server.kill('SIGKILL')
  await once(server, 'exit')
  expect(await interrupted).toBeInstanceOf(Error)
  const turns = 'select role, source, text from turns order by id'
  expect(await query(world.url, turns)).toEqual([{ role: 'user', source: 'contact', text: 'Do not lose me' }])

  // Once the deadline of the killed server has passed, the repeated message is answered.
  await query(world.url, `update turns set reply_due = now() - interval '1 second'`)
  const repeated = await world.send('POST', '/api/v1/bot/main', message)
  expect([repeated.status, repeated.body.reply]).toEqual([200, 'Message received.'])
  expect(await query(world.url, turns)).toHaveLength(2)
}, 60_000)
