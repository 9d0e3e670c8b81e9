import type { ServerResponse } from 'node:http'
import { Writable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { makeAssistantWorld } from '../../support/assistant.ts'
import { makeProvider, type Provider, sendReply } from '../../support/provider.ts'
import { query } from '../../support/rows.ts'
import type { World } from '../../support/world.ts'

let provider: Provider
let world: World
const lines: string[] = []
const stream = new Writable({
  write(chunk, _encoding, done) {
    lines.push(...String(chunk).trim().split('\n'))
    done()
  },
})
beforeAll(async () => {
  provider = await makeProvider()
  const environment = {
    LLM_BASE_URL: `${provider.url}/v1`,
    LLM_API_KEY: 'secret-of-the-provider',
    BOT_FALLBACK_REPLY: 'We will answer soon.',
    LOG_LEVEL: 'warn',
  }
  world = await makeAssistantWorld(environment, { log: stream })
})

let contacts = 0
const ask = (text: string) =>
  world.send('POST', '/api/v1/bot/main', { contact_id: `contact-${contacts++}`, text })

const megabyte = 'x'.repeat(1024 * 1024)
const leak = 'a secret sentence of the provider'
const json = (response: ServerResponse, text: string, status = 200) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(text)

describe('a failing provider', () => {
  const failures: [string, 'http' | 'invalid', (response: ServerResponse) => void][] = [
    ['answers 500', 'http', (response) => json(response, JSON.stringify({ error: leak }), 500)],
    ['answers 401', 'http', (response) => json(response, JSON.stringify({ error: { message: leak } }), 401)],
    ['answers 429', 'http', (response) => response.writeHead(429, { 'retry-after': '60' }).end(leak)],
    ['redirects', 'http', (response) => response.writeHead(307, { location: '/elsewhere' }).end()],
    ['closes the connection', 'http', (response) => response.destroy()],
    [
      'closes the connection within the body',
      'invalid',
      (response) => {
        response
          .writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
          .write('{"choi')
        setTimeout(() => response.destroy(), 50)
      },
    ],
    ['sends no JSON', 'invalid', (response) => response.end(`<html>${leak}</html>`)],
    ['sends other JSON', 'invalid', (response) => json(response, '[1,2,3]')],
    ['sends no choice', 'invalid', (response) => json(response, '{"choices":[]}')],
    ['answers blank text', 'invalid', (response) => sendReply(response, '   ')],
    ['answers null', 'invalid', (response) => sendReply(response, null)],
    ['answers a number', 'invalid', (response) => sendReply(response, 7)],
    ['answers a NUL character', 'invalid', (response) => sendReply(response, 'a\u0000b')],
    ['answers half a surrogate pair', 'invalid', (response) => sendReply(response, '\ud800')],
    ['answers more than 20,000 characters', 'invalid', (response) => sendReply(response, 'x'.repeat(20_001))],
    ['sends a body of 1 MiB', 'invalid', (response) => sendReply(response, megabyte)],
    [
      'sends an endless body',
      'invalid',
      (response) => {
        response.writeHead(200, { 'content-type': 'application/json' })
        const flood = () => {
          while (!response.destroyed && response.write(megabyte));
        }
        response.on('drain', flood)
        flood()
      },
    ],
    [
      'sends a small gzip body that expands to 50 MiB',
      'invalid',
      (response) => {
        response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
        response.end(gzipSync(' '.repeat(50 * 1024 * 1024)))
      },
    ],
  ]

  it.each(failures)(
    'that %s causes the fallback with provider_error %s, and one line in the log',
    async (_, provider_error, behavior) => {
      provider.respondWith(behavior)
      lines.length = 0
      const before = provider.requests.length
      const { status, body } = await ask('Hello?')
      expect([status, body.reply, body.reply_source, body.provider_error]).toEqual([
        200,
        'We will answer soon.',
        'fallback',
        provider_error,
      ])
      expect(JSON.stringify(body)).not.toContain(leak)
      expect(provider.requests.length).toBe(before + 1)
      expect(lines).toEqual([expect.stringContaining(`"msg":"Provider of bot replies: ${provider_error}`)])
      const turns = await query(
        world.url,
        `select role, source, provider_error from turns where conversation_id = ${body.conversation_id} order by id`,
      )
      expect(turns).toEqual([
        { role: 'user', source: 'contact', provider_error: null },
        { role: 'assistant', source: 'fallback', provider_error },
      ])
    },
  )

  it('is logged with its status and the first 200 characters of its answer, without control characters or the key', async () => {
    const answer = `The key secret-of-the-provider\n\u001b[31m\u202e is wrong. ${'я'.repeat(300)}`
    provider.respondWith((response) => response.writeHead(403).end(answer))
    lines.length = 0
    await ask('Hello?')
    const logged = 'The key [LLM_API_KEY]\\u{a}\\u{1b}[31m\\u{202e} is wrong. '
    const { msg } = JSON.parse(lines.join())
    expect(msg).toMatch(/^Provider of bot replies: http, status 403: /)
    expect(msg.replace(/^.*?: http, status 403: /, '')).toBe(`${logged}${'я'.repeat(200 - 39)}`)
  })

  it('that sends its error slowly does not delay the reply', async () => {
    provider.respondWith((response) => response.writeHead(500).write('{"error":'))
    lines.length = 0
    const startedAt = Date.now()
    expect((await ask('Hello?')).body.provider_error).toBe('http')
    expect(Date.now() - startedAt).toBeLessThan(5000)
    expect(lines.join()).toContain('status 500: {')
  })
})
