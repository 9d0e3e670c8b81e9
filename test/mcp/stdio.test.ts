import { describe, expect, it } from 'vitest'
import { tools } from '../../mcp/server.ts'
import { answerOf } from './call-tool.ts'
import { expectEscaped, hostile } from './hostile.ts'
import { runStdio } from './stdio.ts'
import { makeMcpWorld } from './world.ts'

const world = await makeMcpWorld()
const clientInfo = { name: 'test', version: '1.0.0' }
const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo }
const opening = [
  { jsonrpc: '2.0', id: 1, method: 'initialize', params },
  { jsonrpc: '2.0', method: 'notifications/initialized' },
]
const list = { jsonrpc: '2.0', id: 2, method: 'tools/list' }
const call = (id: number, name: string) => ({ jsonrpc: '2.0', id, method: 'tools/call', params: { name } })

const run = (messages: (object | string)[], env = world.environment) => runStdio(messages, env)

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
    const { answers, errors } = await run(['{"jsonrpc":', { nonsense: true }, '', ...opening, [1], list])
    const rejected = answers.filter(({ id }) => id === null).map(({ error }) => error)
    expect(rejected.map(({ code }) => code)).toEqual([-32_700, -32_600, -32_600])
    expect(errors).toBe(rejected.map(({ message }) => `stdio: ${message}`).join('\n'))
    expect(answers.some(({ id, result }) => id === 2 && result.tools.length === tools.length)).toBe(true)
  })

  it('answers every request that has an id with that id, whatever is wrong with it', async () => {
    const long = 'x'.repeat(12 * 1024 * 1024)
    const invalid: [string, number][] = [
      ['{"id":"ID","method":"tools/list"}', -32_600],
      ['{"jsonrpc":"1.0","id":"ID","method":"tools/list"}', -32_600],
      ['{"jsonrpc":"2.0","id":"ID"}', -32_600],
      ['{"jsonrpc":"2.0","id":"ID","method":7}', -32_600],
      ['{"jsonrpc":"2.0","id":"ID","method":null,"params":{}}', -32_600],
      ['{"jsonrpc":"2.0","id":"ID","method_":"tools/list","params":{}}', -32_600],
      ['{"jsonrpc":"2.0","id":"ID","method":"tools/list","params":"x"}', -32_600],
      ['{"jsonrpc":"2.0","id":"ID","method":"tools/list","params":[1]}', -32_600],
      ['[{"jsonrpc":"2.0","id":"ID","method":"tools/list"},7]', -32_600],
      ['{"jsonrpc":"2.0","id":"ID","method":"tools/list","params":{"_meta":7}}', -32_600],
      ['{"jsonrpc":"2.0","id":"ID","method":"tools/list","params":{"cursor":7}}', -32_602],
      ['{"jsonrpc":"2.0","id":"ID","method":"tools/call"}', -32_602],
      ['{"jsonrpc":"2.0","id":"ID","method":"tools/call","params":{"name":7}}', -32_602],
      ['{"jsonrpc":"2.0","id":"ID","method":"nothing"}', -32_601],
      ['{"jsonrpc":"2.0","id":"ID","method":"tools/list","params":{"x":NaN}}', -32_700],
      ['{"method":"tools/list","params":{"id":3,"a":"\\"id\\":4"},"id":"ID",}', -32_700],
      ['{\'method\':\'x\', "id" : "ID" }', -32_700],
      [`{"method":"tools/call","params":{"id":3,"a":"${long}"},"jsonrpc":"2.0","id":"ID"}`, -32_000],
      [`{"jsonrpc":"2.0","id":"ID","method":"tools/call","params":{"a":"${long}"}}`, -32_000],
    ]
    const lines = invalid.map(([line], index) =>
      line.replace('"ID"', index % 2 ? `${index + 10}` : `"n°${index}"`),
    )
    const { answers } = await run([...opening, ...lines, list])
    const expected = invalid.map(([, code], index) => [index % 2 ? index + 10 : `n°${index}`, code])
    const rejected = answers.filter(({ error }) => error).map(({ id, error }) => [id, error.code])
    expect(new Set(rejected)).toEqual(new Set(expected))
    expect(rejected).toHaveLength(invalid.length)
    expect(answers.some(({ id, result }) => id === 2 && result.tools.length === tools.length)).toBe(true)
  })

  it('does not answer a response with an error under its id', async () => {
    const { answers } = await run([...opening, { id: 5, result: 7 }, '{"id":6,"error":{},}', list])
    expect(answers.filter(({ error }) => error).map(({ id }) => id)).toEqual([null, null])
  })

  it('skips a byte order mark, and reads a last line without a line break', async () => {
    const [first, ...rest] = [...opening, list].map((message) => JSON.stringify(message))
    const { code, answers, errors } = await run([[`\uFEFF${first}`, ...rest].join('\n')], world.environment)
    expect([code, errors]).toEqual([0, ''])
    expect(answers.map(({ id }) => id).toSorted()).toEqual([1, 2])
  })

  it('rejects a message that is too long, reports it once on stderr, and continues', async () => {
    const long = { ...call(3, 'list_products'), padding: 'x'.repeat(12 * 1024 * 1024) }
    const { code, answers, errors } = await run([...opening, long, list])
    expect([code, errors]).toEqual([0, 'stdio: The message is larger than 1 MiB.'])
    expect(answers.filter(({ error }) => error)).toEqual([
      { jsonrpc: '2.0', error: { code: -32_000, message: 'The message is larger than 1 MiB.' }, id: 3 },
    ])
    expect(answers.some(({ id, result }) => id === 2 && result.tools.length === tools.length)).toBe(true)
  })

  it('reads a message of one megabyte in chunks, and rejects one that is a byte longer', async () => {
    const padded = (padding: string) => ({ ...list, params: { _meta: { padding } } })
    const room = 1024 * 1024 - JSON.stringify(padded('')).length
    const { answers } = await run([...opening, padded('x'.repeat(room))])
    expect(answers.map(({ id }) => id).toSorted()).toEqual([1, 2])
    const longer = await run([...opening, padded('x'.repeat(room + 1))])
    expect(longer.answers.find(({ error }) => error)).toMatchObject({ id: 2, error: { code: -32_000 } })
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
