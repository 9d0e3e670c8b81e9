import { beforeEach, expect, it } from 'vitest'
import type { Read } from '../../src/database/read.ts'
import { makeToken, sql } from '../support/makers.ts'
import { changeDuring, type WriteRequest } from '../support/stalled-requests.ts'
import { makeWorld, type World } from '../support/world.ts'

let world: World
let lookups: number
let request: WriteRequest
beforeEach(async () => {
  lookups = 0
  const read: Read = async (statement) => {
    if (statement.text.includes('from "tokens"')) lookups++
    return world.database.read(statement)
  }
  world = await makeWorld({}, { read })
  const { headers } = await makeToken(world, ['read'])
  request = {
    method: 'POST',
    path: '/mcp',
    headers: {
      host: '127.0.0.1',
      'content-type': 'application/json',
      accept: 'application/json',
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  }
})

it('rejects a token that is revoked while the body is sent', async () => {
  const revoke = () => sql(world, 'update tokens set revoked_at = now()')
  const [answer] = await changeDuring(world, [request], revoke)
  expect([answer?.status, answer?.body]).toEqual([401, expect.stringContaining('Unauthenticated.')])
})

it('looks a token up once if the body arrives with the headers', async () => {
  const url = await world.app.listen({ host: '127.0.0.1', port: 0 })
  const { path, method, headers, body } = request
  const { host: _, ...sent } = headers
  expect((await fetch(`${url}${path}`, { method, headers: sent, body })).status).toBe(200)
  expect(lookups).toBe(1)
})
