import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { describe, expect, it } from 'vitest'
import { tools } from '../../mcp/server.ts'
import { answerOf } from './call-tool.ts'
import { expectEscaped, hostile } from './hostile.ts'
import { makeMcpWorld } from './world.ts'

const world = await makeMcpWorld()
const main = new URL('../../cli/main.ts', import.meta.url).pathname
const clientInfo = { name: 'test', version: '1.0.0' }
const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo }
const opening = [
  { jsonrpc: '2.0', id: 1, method: 'initialize', params },
  { jsonrpc: '2.0', method: 'notifications/initialized' },
]
const list = { jsonrpc: '2.0', id: 2, method: 'tools/list' }
const call = (id: number, name: string) => ({ jsonrpc: '2.0', id, method: 'tools/call', params: { name } })

/**
 * Sends messages, or lines as they are, closes stdin, and waits for the process to end. `durationMs` is the time from
 * its first answer on.
 */
async function run(messages: (object | string)[], env: Record<string, string> = world.environment) {
  const child = spawn(process.execPath, [main, 'mcp'], { env })
  const ended = once(child, 'exit')
  let answeredAt = Date.now()
  child.stdout.once('data', () => {
    answeredAt = Date.now()
  })
  const sent = messages.map((message) => (typeof message === 'string' ? message : JSON.stringify(message)))
  child.stdin.end(sent.map((line) => `${line}\n`).join(''))
  const [lines, errors] = await Promise.all([collect(child.stdout), collect(child.stderr)])
  const [code] = await ended
  // biome-ignore lint/suspicious/noExplicitAny: responses of every shape
  const answers = lines.map((line): any => JSON.parse(line))
  return { code, errors: errors.join('\n'), answers, durationMs: Date.now() - answeredAt }
}

async function collect(stream: NodeJS.ReadableStream): Promise<string[]> {
  const lines: string[] = []
  for await (const line of createInterface({ input: stream })) lines.push(line)
  return lines
}

describe('portfolio-ops mcp', { timeout: 60_000 }, () => {
  it('answers every request, writes nothing but the protocol to stdout, and ends with stdin', async () => {
    const { code, answers } = await run([
      ...opening,
      list,
      call(3, 'list_directions'),
      call(4, 'get_product'),
    ])
    expect(code).toBe(0)
    expect(answers.map(({ id }) => id).toSorted()).toEqual([1, 2, 3, 4])
    expect(answerOf(answers.find(({ id }) => id === 3).result).directions).toHaveLength(6)
  })

  it('lists its tools without a database, and returns an error for a call that needs it', async () => {
    const env = { ...world.environment, DATABASE_URL: 'postgres://nobody:secret@127.0.0.1:1/none' }
    const { code, answers, errors } = await run([...opening, list, call(3, 'list_apps')], env)
    expect(code).toBe(0)
    expect(answers.find(({ id }) => id === 2).result.tools).toHaveLength(tools.length)
    const { isError, content } = answers.find(({ id }) => id === 3).result
    expect(isError).toBe(true)
    expect(content[0].text).toMatch(/database is unavailable/)
    expect(errors).toContain('DATABASE_URL')
    expect(JSON.stringify(answers) + errors).not.toContain('secret')
  })

  it('does not wait for the response to a cancelled request', async () => {
    const cancelled = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 3 } }
    const { code, answers, durationMs } = await run([...opening, list, call(3, 'list_apps'), cancelled])
    expect(code).toBe(0)
    expect(answers.some(({ id }) => id === 2)).toBe(true)
    expect(durationMs).toBeLessThan(9000)
  })

  it('ends a subscription with stdin, and answers it', async () => {
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': clientInfo,
      'io.modelcontextprotocol/clientCapabilities': {},
    }
    const listen = {
      jsonrpc: '2.0',
      id: 7,
      method: 'subscriptions/listen',
      params: { _meta, notifications: { toolsListChanged: true } },
    }
    const { code, answers, errors } = await run([listen])
    expect([code, errors]).toEqual([0, ''])
    expect(answers.some(({ id, result }) => id === 7 && result)).toBe(true)
  })

  it('answers a line that is not a message with an error, reports it on stderr, and continues', async () => {
    const { answers, errors } = await run(['{"jsonrpc":', { nonsense: true }, '', ...opening, [list], list])
    const rejected = answers.filter(({ id }) => id === null).map(({ error }) => error)
    expect(rejected.map(({ code }) => code)).toEqual([-32_700, -32_600, -32_600])
    expect(errors).toBe(rejected.map(({ message }) => `stdio: ${message}`).join('\n'))
    expect(answers.some(({ id, result }) => id === 2 && result.tools.length === tools.length)).toBe(true)
  })

  it('rejects a message that is too long, reports it once on stderr, and continues', async () => {
    const long = { ...call(3, 'list_products'), padding: 'x'.repeat(12 * 1024 * 1024) }
    const { code, answers, errors } = await run([...opening, long, list])
    expect([code, errors]).toEqual([0, 'stdio: The message is larger than 1 MiB.'])
    expect(answers.filter(({ error }) => error)).toEqual([
      { jsonrpc: '2.0', error: { code: -32_000, message: 'The message is larger than 1 MiB.' }, id: null },
    ])
    expect(answers.some(({ id, result }) => id === 2 && result.tools.length === tools.length)).toBe(true)
  })

  it('reads a message of one megabyte in chunks, and rejects one that is a byte longer', async () => {
    const padded = (padding: string) => ({ ...list, params: { _meta: { padding } } })
    const room = 1024 * 1024 - JSON.stringify(padded('')).length
    const { answers } = await run([...opening, padded('x'.repeat(room))])
    expect(answers.map(({ id }) => id).toSorted()).toEqual([1, 2])
    const longer = await run([...opening, padded('x'.repeat(room + 1))])
    expect(longer.answers.map(({ id }) => id)).toContain(null)
  })

  it('names an unknown argument that is called like a property of every object', async () => {
    const [first, second] = ['__proto__', 'constructor'].map((name) => JSON.parse(`{"${name}":{"x":1}}`))
    const listProducts = (id: number, sent: unknown) => ({
      ...call(id, 'list_products'),
      params: { name: 'list_products', arguments: sent },
    })
    const { answers } = await run([...opening, listProducts(3, first), listProducts(4, second)])
    expect(answers.find(({ id }) => id === 3).error.message).toContain('__proto__')
    expect(answers.find(({ id }) => id === 4).result.content[0].text).toContain('constructor')
  })

  it('escapes and shortens the protocol version that an error quotes', async () => {
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': hostile,
      'io.modelcontextprotocol/clientInfo': clientInfo,
      'io.modelcontextprotocol/clientCapabilities': {},
    }
    const { answers } = await run([{ ...list, params: { _meta } }])
    const { message, data } = answers.find(({ error }) => error).error
    expect(message).toContain('protocol version')
    expectEscaped(`${message} ${JSON.stringify(data)}`, 1200)
  })

  it('rejects an invalid environment on stderr, and exits 1', async () => {
    const { code, answers, errors } = await run(opening, { ...world.environment, DATABASE_POOL: 'many' })
    expect(code).toBe(1)
    expect(answers).toEqual([])
    expect(errors).toContain('DATABASE_POOL')
  })
})
