import { PassThrough } from 'node:stream'
import { expect, it } from 'vitest'
import type { Read } from '../../../src/database/read.ts'
import { rpc } from '../../support/events.ts'
import { sql } from '../../support/makers.ts'
import { makeWorld, token, type World } from '../../support/world.ts'

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
const traceparent = `00-${traceId}-00f067aa0ba902b7-01`
const world = await makeWorld()

/** Returns the row of a request in the log. */
async function rowOf({ app, ...others }: World, id: string) {
  let row: Record<string, unknown> | undefined
  await expect
    .poll(async () => {
      ;[row] = await sql({ app, ...others }, 'select * from request_logs where request_id = $1', id)
      return row
    })
    .toBeDefined()
  return row
}
let requests = 0
const nextId = () => `request-${++requests}`
const headers = (id: string, more = {}) => ({ 'x-portfolio-token': token, 'x-request-id': id, ...more })

it.each([
  ['a header', traceparent, traceId],
  ['a header of a later version', `cc-${traceId}-00f067aa0ba902b7-01-more`, traceId],
  ['no header', undefined, null],
  ['the invalid version', `ff-${traceId}-00f067aa0ba902b7-01`, null],
  ['more than version 00 has', `${traceparent}-extra`, null],
  ['more in a later version', `01-${traceId}-00f067aa0ba902b7-01-extra`, traceId],
  ['the id of no trace', `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`, null],
  ['the id of no span', `00-${traceId}-${'0'.repeat(16)}-01`, null],
  ['another text', `${traceId}`, null],
])('logs the trace of %s', async (_title, sent, expected) => {
  const id = nextId()
  await world.send('GET', '/api/portfolio/directions', undefined, {
    'x-request-id': id,
    ...(sent && { traceparent: sent }),
  })
  expect((await rowOf(world, id))?.trace_id).toBe(expected)
})

it.each(['2025-11-25', '2026-07-28'] as const)(
  'logs the trace of an MCP message, in the revision %s',
  async (era) => {
    const id = nextId()
    const other = `00-${'1'.repeat(32)}-00f067aa0ba902b7-01`
    await rpc(world, 'tools/list', { _meta: { traceparent } }, headers(id, { traceparent: other }), era)
    expect((await rowOf(world, id))?.trace_id).toBe(traceId)
  },
)

it('logs the client of an MCP message, or of the handshake of an earlier revision', async () => {
  const [modern, handshake, later] = [nextId(), nextId(), nextId()]
  await rpc(world, 'tools/list', {}, headers(modern))
  const clientInfo = { name: `A\u0007gent ${token}`, version: '9'.repeat(300) }
  const initialize = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo }
  await rpc(world, 'initialize', initialize, headers(handshake), '2025-11-25')
  await rpc(world, 'tools/list', {}, headers(later), '2025-11-25')
  expect((await rowOf(world, modern))?.client).toBe('woken/2.1.0')
  const client = String((await rowOf(world, handshake))?.client)
  expect(client).toMatch(/^Agent /)
  expect(client).toHaveLength(255)
  expect((await rowOf(world, later))?.client).toBe(null)
})

it.each([[{ name: 7 }], [[]], ['x'], [null]])('ignores the client information %j', async (clientInfo) => {
  const id = nextId()
  await rpc(world, 'tools/list', { clientInfo, _meta: { traceparent: {} } }, headers(id), '2025-11-25')
  expect(await rowOf(world, id)).toMatchObject({ client: null, trace_id: null })
})

it('has the trace in the log lines of an unexpected error', async () => {
  const log = new PassThrough()
  let output = ''
  log.on('data', (part) => {
    output += part
  })
  const read: Read = (statement) => {
    if (/from "?(history|directions|products)/.test(statement.text)) throw new Error('Unexpected')
    return world.database.read(statement)
  }
  const broken = await makeWorld({ LOG_LEVEL: 'error' }, { log, read, readReplica: read })
  await broken.send('GET', '/api/portfolio/products', undefined, { traceparent, 'x-request-id': 'over-http' })
  const meta = { _meta: { traceparent } }
  await rpc(broken, 'tools/call', { name: 'list_products', ...meta }, headers('a-tool-call'), '2025-11-25')
  const poll = { name: 'record.changed', cursor: null, ...meta }
  await rpc(broken, 'events/poll', poll, headers('an-event-poll'), '2025-11-25')
  const lines = output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(lines.map(({ request_id, trace_id }) => [request_id, trace_id])).toEqual([
    ['over-http', traceId],
    ['a-tool-call', traceId],
    ['an-event-poll', traceId],
  ])
})
