import { hash } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import type { CallerFinder } from '../../../src/access/caller.ts'
import { LastUseTracker } from '../../../src/access/last-use-tracker.ts'
import { callerFinder } from '../../../src/access/token-caller.ts'
import { portfolioToken } from '../../../src/access/token-kinds.ts'
import type { Read } from '../../../src/database/read.ts'
import { generateSecret } from '../../../src/record/token-format.ts'
import { makeToken, root, sql } from '../../support/makers.ts'
import { makeWorld, type World } from '../../support/world.ts'

const environment = ['first-of-the-environment', generateSecret('pft')]

let world: World
let queries = 0
let callerOf: CallerFinder['find']
beforeAll(async () => {
  world = await makeWorld()
  const counting: Read = (statement) => {
    queries++
    return world.database.read(statement)
  }
  callerOf = callerFinder(portfolioToken, counting, environment, new LastUseTracker(world.database.orm)).find
})

const stored = async (id: number) => (await sql(world, 'select * from tokens where id = $1', id))[0]!

describe('callerFinder', () => {
  it('identifies the tokens of the environment by their position, without a query', async () => {
    queries = 0
    for (const [index, secret] of environment.entries()) {
      const name = `env:${index + 1}`
      expect(await callerOf(secret)).toEqual({
        by: { type: 'env_token', id: name, name },
        credential: name,
        abilities: ['read', 'write'],
        environment_digest: hash('sha256', secret),
      })
    }
    expect(queries).toBe(0)
  })

  it('identifies a stored token by its digest, with its abilities', async () => {
    const { secret, id, name } = await makeToken(world, ['read'])
    expect(await callerOf(secret)).toEqual({
      by: { type: 'portfolio_token', id, name },
      credential: `portfolio_token:${id}`,
      abilities: ['read'],
      direct: [],
      stored: { table: 'tokens', id, abilities: ['read'], direct: [] },
      display: expect.stringMatching(/^pft_/),
      expires_at: null,
      snapshot: expect.any(String),
    })
    const row = await stored(id)
    expect(row.digest).toMatch(/^[0-9a-f]{64}$/)
    expect(JSON.stringify(row)).not.toContain(secret)
    expect(row.display).toBe(`${secret.slice(0, 7)}…${secret.slice(-4)}`)
  })

  it('rejects a malformed token without a query', async () => {
    queries = 0
    const good = generateSecret('pft')
    const wrong = `${good.slice(0, -1)}${good.endsWith('a') ? 'b' : 'a'}`
    for (const secret of ['', 'x', wrong, generateSecret('ops'), generateSecret('llm'), `${environment[0]} `])
      expect(await callerOf(secret)).toBeNull()
    expect(queries).toBe(0)
    expect(await callerOf(good)).toBeNull()
    expect(queries).toBe(1)
  })

  it('rejects a revoked and an expired token', async () => {
    const past = await makeToken(world, ['read'], '2020-01-01T00:00:00.000Z')
    const future = await makeToken(world, ['read'], '2999-01-01T00:00:00.000Z')
    expect(await callerOf(past.secret)).toBeNull()
    expect(await callerOf(future.secret)).not.toBeNull()
    await sql(world, 'update tokens set revoked_at = now() where id = $1', future.id)
    expect(await callerOf(future.secret)).toBeNull()
  })
})

describe('the last use of a token', () => {
  it('is written after the request, at most once a minute', async () => {
    const uses = new LastUseTracker(world.database.orm)
    const { id } = await makeToken(world)
    uses.touch(id, null)
    expect((await stored(id)).last_used_at).toBeNull()
    await uses.flush()
    const first = (await stored(id)).last_used_at as string
    expect(Math.abs(Date.now() - Date.parse(first))).toBeLessThan(10_000)
    uses.touch(id, first)
    await uses.flush()
    expect((await stored(id)).last_used_at).toEqual(first)
    uses.touch(id, '2020-01-01T00:00:00.000Z')
    await uses.close()
    expect(Date.parse((await stored(id)).last_used_at as string)).toBeGreaterThan(Date.parse(first))
  })

  it('is never replaced by an earlier time', async () => {
    const { id } = await makeToken(world)
    await sql(world, `update tokens set last_used_at = '2999-01-01Z' where id = $1`, id)
    const uses = new LastUseTracker(world.database.orm)
    uses.touch(id, null)
    await uses.close()
    expect((await stored(id)).last_used_at).toEqual('2999-01-01T00:00:00.000Z')
  })

  it('is stored by the server for the token of a request', async () => {
    const { id, headers } = await makeToken(world)
    expect((await world.send('GET', `${root}/reference`, undefined, headers)).status).toBe(200)
    await expect
      .poll(async () => (await stored(id)).last_used_at, { timeout: 8000, interval: 250 })
      .not.toBeNull()
  })
})
