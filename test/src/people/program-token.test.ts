import { beforeAll, describe, expect, it } from 'vitest'
import { type EntityManager, transact } from '../../../src/database/transaction.ts'
import { llmKeys, portfolioTokens } from '../../../src/people/program-token.ts'
import { listTokenWrites, TokenQuery } from '../../../src/people/token-list.ts'
import { toFault } from '../../../src/record/database-fault.ts'
import { safeValidate } from '../../../src/record/validation/validate.ts'
import { makeProduct, root, sql } from '../../support/makers.ts'
import { makeWebUser, type WebUser } from '../../support/sessions.ts'
import { statementsOf } from '../../support/statements.ts'
import { makeWorld, type World } from '../../support/world.ts'

let world: World
let admin: WebUser
beforeAll(async () => {
  world = await makeWorld()
  admin = await makeWebUser(world, 'admin')
})

const write = <T>(callback: (em: EntityManager) => Promise<T>) => transact(world.database.orm, callback)
const fails = (callback: (em: EntityManager) => Promise<unknown>) =>
  write(callback).then(() => 'no fault', toFault)
const issue = (agent: string, scopes = ['read', 'write']) =>
  write((em) => portfolioTokens.issue(em, admin.actor, { agent, scopes }))
const list = (query: object = {}) => portfolioTokens.list(world.database.read, TokenQuery.parse(query))

/** Creates a signal of a product with a portfolio token, and returns its id. */
async function writeSignal(product_slug: string, secret: string): Promise<number> {
  const signal = {
    product_slug,
    signal_type: 'problem',
    source_layer: 'manual',
    severity: 'high',
    title: 'T',
  }
  const { body } = await world.send('POST', `${root}/signals`, signal, { 'x-portfolio-token': secret })
  return body.signal.id
}

describe.each([
  ['portfolio tokens', portfolioTokens, ['read', 'write', 'propose']],
  ['LLM keys', llmKeys, ['resources:read', 'resources:write']],
] as const)('%s', (_, credentials, scopes) => {
  it('are issued by an admin with the scopes in their fixed order, and shown once', async () => {
    const input = { agent: 'Scout', scopes: scopes.toReversed() }
    const { token, secret } = await write((em) => credentials.issue(em, admin.actor, input))
    expect(token).toMatchObject({ name: 'Scout', abilities: scopes, created_by: admin.actor.by })
    const listed = await credentials.one(world.database.read, token.id)
    expect(listed).toMatchObject({ ...token, state: 'active', recent_writes: [] })
    expect(JSON.stringify([token, listed])).not.toMatch(new RegExp(`${secret}|digest`))
  })

  it('are revoked by an admin once, with the author in history', async () => {
    const input = { agent: 'Scout', scopes: [...scopes] }
    const { token } = await write((em) => credentials.issue(em, admin.actor, input))
    await write((em) => credentials.revoke(em, admin.actor, token.id))
    expect((await credentials.one(world.database.read, token.id)).state).toBe('revoked')
    const again = await fails((em) => credentials.revoke(em, admin.actor, token.id))
    expect(again).toMatchObject({ code: 'not_found' })
    const entries = `select actor, surface from history where record_type = 'token' and record_id = $1`
    expect(await sql(world, entries, token.id)).toEqual([{ actor: admin.actor.by, surface: 'admin' }])
  })

  it.each(['manager', 'user'] as const)('are neither issued nor revoked by a %s', async (role) => {
    const { actor } = await makeWebUser(world, role)
    const input = { agent: 'Scout', scopes: [...scopes] }
    const { token } = await write((em) => credentials.issue(em, admin.actor, input))
    const denied = { code: 'policy_denied' }
    expect(await fails((em) => credentials.issue(em, actor, input))).toMatchObject(denied)
    expect(await fails((em) => credentials.revoke(em, actor, token.id))).toMatchObject(denied)
  })

  it('need a name and known scopes', () => {
    expect(safeValidate(credentials.New, { agent: ' ', scopes: [] }).errors).toEqual({
      agent: ['The agent field is required.'],
      scopes: ['The scopes field is required.'],
    })
    expect(safeValidate(credentials.New, { agent: 'a', scopes: ['admin:full'] }).errors).toEqual({
      'scopes.0': [`The selected scopes.0 is invalid. Allowed: ${scopes.join(', ')}.`],
    })
  })
})

describe('the list of portfolio tokens', () => {
  it('has the state and the latest writes of each token, in one statement', async () => {
    const { slug } = await makeProduct(world)
    const [one, other] = [await issue('Writer one'), await issue('Writer two')]
    const ids: number[] = []
    for (let round = 0; round < 6; round++) ids.unshift(await writeSignal(slug, one.secret))
    const foreign = await writeSignal(slug, other.secret)
    let listed: Awaited<ReturnType<typeof list>> | undefined
    const statements = await statementsOf(async () => {
      listed = await list({ search: 'writer', sort: 'name' })
    })
    expect(statements).toHaveLength(1)
    const [first, second] = listed!.rows
    expect(first!.recent_writes.map(({ record_id }) => record_id)).toEqual(ids.slice(0, 5))
    expect(first!.recent_writes[0]).toEqual({
      id: expect.any(Number),
      record_type: 'signal',
      record_id: ids[0],
      event: 'created',
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    })
    expect(second!.recent_writes).toMatchObject([{ record_id: foreign }])
    const all = await listTokenWrites(world.database.read, { type: 'portfolio_token', id: one.token.id }, 50)
    expect(all.map(({ record_id }) => record_id)).toEqual(ids)
    expect(all.slice(0, 5)).toEqual(first!.recent_writes)
  })

  it('reads the latest writes by an index, however many there are', async () => {
    const { token } = await issue('Busy')
    await sql(
      world,
      `insert into history (record_type, record_id, event, actor, changes, surface)
        select 'signal', n, 'updated', jsonb_build_object('type', 'portfolio_token', 'id', $1::bigint, 'name', 'Busy'),
          '{}', 'http' from generate_series(1, 20000) as n`,
      token.id,
    )
    await sql(world, 'analyze history')
    const [statement] = await statementsOf(() => list({ search: 'busy' }))
    const plan = await sql(world, `explain (analyze, costs off) ${statement}`, '%busy%')
    const text = plan.map((row) => row['QUERY PLAN']).join('\n')
    expect(text).toMatch(/Index Scan( Backward)? using history_actor on history \(actual [^)]*rows=5(\.00)? /)
    expect(text).not.toContain('Seq Scan on history')
  })

  it('is filtered by state and sorted by last use, and pages also show revoked and expired tokens', async () => {
    const names = ['Used', 'Expired', 'Revoked']
    const [used, expired, revoked] = await Promise.all(names.map((name) => issue(`State ${name}`)))
    await sql(world, 'update tokens set last_used_at = now() where id = $1', used!.token.id)
    await sql(world, 'update tokens set expires_at = now() where id = $1', expired!.token.id)
    await write((em) => portfolioTokens.revoke(em, admin.actor, revoked!.token.id))
    const namesOf = async (query: object) =>
      (await list({ search: 'state', ...query })).rows.map(({ name, state }) => `${name} ${state}`)
    expect(await namesOf({ state: 'active' })).toEqual(['State Used active'])
    expect(await namesOf({ state: 'expired' })).toEqual(['State Expired expired'])
    expect(await namesOf({ state: 'revoked' })).toEqual(['State Revoked revoked'])
    for (const sort of ['last_used_at', '-last_used_at'])
      expect((await namesOf({ sort }))[0]).toBe('State Used active')
    expect(await namesOf({ sort: 'name', per_page: 1, page: 2 })).toEqual(['State Revoked revoked'])
  })
})
