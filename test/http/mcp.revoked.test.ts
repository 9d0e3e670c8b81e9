import { expect, it } from 'vitest'
import { makeToken, sql } from '../support/makers.ts'
import { changeDuring } from '../support/stalled-requests.ts'
import { makeWorld } from '../support/world.ts'

it('rejects a token that is revoked while the body is sent', async () => {
  const world = await makeWorld()
  const { headers } = await makeToken(world, ['read'])
  const request = {
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
  const revoke = () => sql(world, 'update tokens set revoked_at = now()')
  const [answer] = await changeDuring(world, [request], revoke)
  expect([answer?.status, answer?.body]).toEqual([401, expect.stringContaining('Unauthenticated.')])
})
