import { expect, it } from 'vitest'
import { makeAssistantWorld } from '../../support/assistant.ts'
import { makeProvider } from '../../support/provider.ts'
import { query } from '../../support/rows.ts'

const provider = await makeProvider()
const world = await makeAssistantWorld({
  LLM_BASE_URL: `${provider.url}/v1`,
  LLM_API_KEY: 'secret-of-the-provider',
  LLM_MODEL: 'small',
})
const ask = (text: string) =>
  world.send('POST', '/api/v1/bot/main', { contact_id: text, message_id: text, text })

it('times out after 20 seconds, whether the provider is silent or slow, with the message already stored', async () => {
  provider.respondWith((response, { body }) => {
    if (body.messages.at(-1)?.content === 'Silent?') return
    response.writeHead(200, { 'content-type': 'application/json' })
    const drip = setInterval(() => response.write(' '), 500)
    response.on('close', () => clearInterval(drip))
  })
  const started = Date.now()
  const sent = [ask('Silent?'), ask('Slow?')]
  const stored = () => query(world.url, `select from turns where text in ('Silent?', 'Slow?')`)
  await expect.poll(stored).toHaveLength(2)
  for (const { status, body } of await Promise.all(sent))
    expect([status, body.reply_source, body.provider_error]).toEqual([200, 'fallback', 'timeout'])
  const took = Date.now() - started
  expect([took > 19_000, took < 25_000]).toEqual([true, true])
  const repeated = await ask('Silent?')
  expect(repeated.body).toEqual((await sent[0])?.body)
}, 30_000)
