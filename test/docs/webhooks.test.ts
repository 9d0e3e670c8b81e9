import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { events } from '../../src/notifications/webhook/webhook.ts'
import { makeSignal } from '../support/makers.ts'
import { deliveriesOf, makeNotificationWorld, makeWebhook, sendUntil } from '../support/notifications.ts'

const page = await readFile('docs/webhooks.md', 'utf8')

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  await new Promise((done) => server.close(done))
  return port
}

it('shows a receiver that works unchanged and has at most ten lines of its own', async () => {
  const example = /```js\n([\s\S]*?)```/.exec(page)?.[1] ?? ''
  const lines = example.split('\n').filter((line) => /[a-z]/i.test(line) && !line.startsWith('import'))
  expect(lines.length).toBeLessThanOrEqual(10)
  const world = await makeNotificationWorld()
  const PORT = String(await freePort())
  const { id, secret: WEBHOOK_SECRET } = await makeWebhook(world, `http://127.0.0.1:${PORT}/`, [
    'signal.created',
  ])
  const environment = { ...process.env, PORT, WEBHOOK_SECRET }
  const receiver = spawn(process.execPath, ['--input-type=module', '--eval', example], { env: environment })
  onTestFinished(() => void receiver.kill())
  let out = ''
  receiver.stdout.on('data', (part) => {
    out += part
  })
  await expect
    .poll(() =>
      fetch(`http://127.0.0.1:${PORT}/`, { method: 'POST', body: '{}' }).then(
        ({ status }) => status,
        () => 0,
      ),
    )
    .toBe(401)
  const signal = await makeSignal(world, { title: 'Crashes doubled' })
  await sendUntil(world, async () => (await deliveriesOf(world, id))[0]?.result === 'delivered')
  await expect
    .poll(() => out)
    .toBe(`signal.created: Crashes doubled http://ops.test/admin/signals/${signal.id}\n`)
})

it('names only events that exist', () => {
  const names = [...page.matchAll(/`([a-z_]+\.[a-z_]+)`/g)].map(([, name]) => name)
  const others = ['webhook.test', 'chat.id']
  for (const name of names.filter((name) => !others.includes(name ?? ''))) expect(events).toContain(name)
})
