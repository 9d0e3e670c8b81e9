import { expect, it } from 'vitest'
import { makeSignal, makeToken, root, sql } from '../../support/makers.ts'
import { settled } from '../../support/settled.ts'
import { makeWorld } from '../../support/world.ts'

const world = await makeWorld({ RATE_LIMIT_PER_MINUTE: '50' })
const path = `${root}/whoami`

it('describes the token, its actor, the time of the server and the rate limit', async () => {
  const expires_at = '2099-01-31T00:00:00.000Z'
  const { id, headers } = await makeToken(world, ['read', 'write'], expires_at)
  const [stored] = await sql(world, 'select name, display from tokens where id = $1', id)
  const before = Date.now()
  const { status, body, headers: answered } = await world.send('GET', path, undefined, headers)
  expect({ status, body }).toEqual({
    status: 200,
    body: {
      message: 'Token found.',
      token: { id, ...stored, scopes: ['read', 'write'], direct: [], expires_at },
      actor: `portfolio_token:${id}`,
      server_time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      rate_limit: { limit: 50, remaining: 49, reset_seconds: expect.any(Number) },
      record: { days: 90, proposals: [], direct: [], insights: [] },
    },
  })
  expect(body.token.display).toMatch(/^pft_\w{3}…\w{4}$/)
  expect(Date.parse(body.server_time)).toBeGreaterThanOrEqual(before)
  expect(Date.parse(body.server_time)).toBeLessThanOrEqual(Date.now())
  expect(answered).toMatchObject({ 'x-ratelimit-limit': '50', 'x-ratelimit-remaining': '49' })
  expect((await world.send('GET', path, undefined, headers)).body.rate_limit.remaining).toBe(48)
})

it.each([['read'], ['write']])('answers a token with scope %s only', async (scope) => {
  const { headers } = await makeToken(world, [scope])
  const { status, body } = await world.send('GET', path, undefined, headers)
  expect({ status, scopes: body.token.scopes }).toEqual({ status: 200, scopes: [scope] })
})

it('has no id, no display and no expiry for a token of the environment', async () => {
  const { body } = await world.send('GET', path)
  expect(body).toMatchObject({
    token: { id: null, name: 'env:1', scopes: ['read', 'write'], expires_at: null, display: null },
    actor: 'env_token:env:1',
  })
})

it('names the actor as the change feed filters by it', async () => {
  const { headers } = await makeToken(world)
  const fields = { direction_slug: 'fitness', signal_type: 'risk', title: 'Licence ends' }
  const { signal } = (await world.send('POST', `${root}/signals`, fields, headers)).body
  await makeSignal(world, { direction_slug: 'fitness', title: 'By the token of the environment' })
  await settled(world)
  const { actor } = (await world.send('GET', path, undefined, headers)).body
  const { changes } = (await world.send('GET', `${root}/changes?entity=signal&actor=${actor}`)).body
  expect(changes).toMatchObject([{ entity: 'signal', id: signal.id }])
})

it('returns 403 without a token, and 405 for a write', async () => {
  const { status, body } = await world.send('GET', path, undefined, { 'x-portfolio-token': '' })
  expect({ status, message: body.message }).toEqual({
    status: 403,
    message: 'Invalid or missing portfolio token.',
  })
  expect((await world.send('POST', path, {})).status).toBe(405)
})
