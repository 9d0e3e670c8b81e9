import { randomBytes } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Read } from '../../../src/database/read.ts'
import { generateSecret } from '../../../src/record/token-format.ts'
import { signIn } from '../../support/admin.ts'
import { atOnce, makeToken, sql } from '../../support/makers.ts'
import { makePerson } from '../../support/people.ts'
import { makeWorld, token, type World } from '../../support/world.ts'

const limit = 5
const directions = '/api/portfolio/directions'

let world: World
let lookups: number
let isDatabaseDown: boolean
beforeEach(async () => {
  lookups = 0
  isDatabaseDown = false
  const read: Read = async (statement) => {
    if (isDatabaseDown) throw Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
    if (/"(tokens|sessions)"/.test(statement.text)) lookups++
    return world.database.read(statement)
  }
  world = await makeWorld({ RATE_LIMIT_PER_MINUTE: String(limit) }, { read })
})

/** Sends a request from an address of its own choice and returns its status and its remaining requests. */
async function send(headers: Record<string, string>, { url = directions, remoteAddress = '9.9.9.9' } = {}) {
  const method = url === '/mcp' ? 'POST' : 'GET'
  const { statusCode, headers: sent } = await world.app.inject({ method, url, headers, remoteAddress })
  return [statusCode, Number(sent['x-ratelimit-remaining'])]
}

const withToken = (secret: string) => ({ 'x-portfolio-token': secret })
const spendNetworkLimit = () => atOnce(limit, () => send({}))

describe('an unknown credential', () => {
  it.each([
    ['/api/v1/companies', () => ({ authorization: `Bearer ${generateSecret('ops')}` }), 401, 1],
    ['/api/agents', () => ({ 'x-llm-key': generateSecret('llm') }), 401, 1],
    // The second one is whether the token was revoked or has expired.
    [directions, () => withToken(generateSecret('pft')), 403, 2],
    ['/mcp', () => withToken(generateSecret('pft')), 401, 2],
    ['/admin/account', () => ({ cookie: `session=${randomBytes(32).toString('base64url')}` }), 303, 1],
  ] as const)('to %s is not looked up once the network is over its limit', async (...attempt) => {
    const [url, headers, status, lookupsEach] = attempt
    const answers = await atOnce(40, () => send(headers(), { url }))
    const statuses = answers.map(([status]) => status)
    expect(statuses.filter((sent) => sent === 429)).toHaveLength(40 - limit)
    expect(statuses.filter((sent) => sent === status)).toHaveLength(limit)
    expect(lookups).toBe(limit * lookupsEach)
    expect(await send(headers(), { url })).toEqual([429, 0])
    expect(lookups).toBe(limit * lookupsEach)
    // Another network has its own limit.
    expect(await send(headers(), { url, remoteAddress: '8.8.8.8' })).toEqual([status, limit - 1])
  })

  it('that is a session keeps its own limit when the limit of its network is used up', async () => {
    const { cookies } = await signIn(world, await makePerson(world))
    const session = { headers: { cookie: `session=${cookies.get('session')}` }, url: '/admin/account' }
    const network = { url: '/admin/login' }
    expect(await send(session.headers, session)).toEqual([200, limit - 1])
    await atOnce(limit, () => send({}, network))
    expect(await send({}, network)).toEqual([429, 0])
    expect(await send(session.headers, session)).toEqual([200, limit - 2])
  })

  it('that is valid counts against its own limit, not against the limit of the network', async () => {
    const { headers } = await makeToken(world)
    expect(await send(headers)).toEqual([200, limit - 1])
    expect(await send(headers)).toEqual([200, limit - 2])
    expect(await send({})).toEqual([403, limit - 1])
  })

  it('that is valid gets 429 without a lookup while the network is over its limit', async () => {
    const { headers } = await makeToken(world)
    await spendNetworkLimit()
    expect(await send(headers)).toEqual([429, 0])
    expect(lookups).toBe(0)
  })

  it('from the environment is never looked up and keeps its own limit', async () => {
    await spendNetworkLimit()
    expect(await send(withToken(token))).toEqual([200, limit - 1])
    expect(lookups).toBe(0)
  })

  it('is not counted while the database does not answer', async () => {
    const { headers } = await makeToken(world)
    isDatabaseDown = true
    for (let count = 0; count < 2 * limit; count++) expect((await send(headers))[0]).toBe(503)
    isDatabaseDown = false
    expect(await send(headers)).toEqual([200, limit - 1])
    expect(await send({})).toEqual([403, limit - 1])
  })
})

describe('a credential that was valid within the last minute', () => {
  it('keeps its own limit while the network is over its limit', async () => {
    const { headers } = await makeToken(world)
    await send(headers)
    await spendNetworkLimit()
    expect(await send(headers)).toEqual([200, limit - 2])
  })

  it('is not looked up over its own limit, but is named in the request log', async () => {
    const { headers, id } = await makeToken(world)
    await atOnce(4 * limit, () => send(headers))
    const before = lookups
    expect(await send(headers)).toEqual([429, 0])
    expect(lookups).toBe(before)
    const logged = () => sql(world, 'select 1 from request_logs where status = 429 and token_id = $1', id)
    await expect.poll(async () => (await logged()).length, { timeout: 5000 }).toBeGreaterThan(0)
  })

  it('is rejected in the next request after it was revoked, and counts against the network', async () => {
    const { headers, id } = await makeToken(world)
    expect((await send(headers))[0]).toBe(200)
    await sql(world, 'update tokens set revoked_at = now() where id = $1', id)
    expect(await send(headers)).toEqual([403, limit - 1])
    await spendNetworkLimit()
    const before = lookups
    expect(await send(headers)).toEqual([429, 0])
    expect(lookups).toBe(before)
  })
})
