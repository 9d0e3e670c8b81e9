import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { LastUseTracker } from '../../../src/access/last-use-tracker.ts'
import { type EntityManager, transact } from '../../../src/database/transaction.ts'
import {
  calendarOwnerFinder,
  issueCalendarToken,
  readCalendarToken,
  revokeCalendarToken,
} from '../../../src/people/calendar-token.ts'
import { TokenQuery } from '../../../src/people/token-list.ts'
import { changeUser, setPassword } from '../../../src/people/user-administration.ts'
import { listUnrevokedUserTokens, listUserTokens } from '../../../src/people/user-token.ts'
import { toFault } from '../../../src/record/database-fault.ts'
import { sql } from '../../support/makers.ts'
import { operator, v1 } from '../../support/people.ts'
import { makeWebUser, type WebUser } from '../../support/sessions.ts'
import { statementsOf } from '../../support/statements.ts'
import { makeWorld, type World } from '../../support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})

const write = <T>(callback: (em: EntityManager) => Promise<T>) => transact(world.database.orm, callback)
const issue = ({ actor }: WebUser) => write((em) => issueCalendarToken(em, actor))
const makeTracker = () => {
  const lastUse = new LastUseTracker(world.database.orm)
  onTestFinished(() => lastUse.close())
  return lastUse
}
const find = (secret: string) => calendarOwnerFinder(world.database.read, makeTracker())(secret)

describe('a calendar token', () => {
  it('finds its user, is shown once and keeps the time of its last use', async () => {
    const anna = await makeWebUser(world)
    const { token, secret } = await issue(anna)
    expect(secret).toMatch(/^cal_[0-9A-Za-z]{36}$/)
    expect(await readCalendarToken(world.database.read, anna.actor)).toEqual(token)
    const lastUse = makeTracker()
    expect(await calendarOwnerFinder(world.database.read, lastUse)(secret)).toEqual({
      ...anna.actor.person,
      language: null,
    })
    await lastUse.flush()
    const used = await readCalendarToken(world.database.read, anna.actor)
    expect(used).toEqual({ ...token, last_used_at: expect.stringMatching(/Z$/) })
    expect(await sql(world, 'select digest from tokens where digest = $1', secret)).toEqual([])
  })

  it('is not searched for if it is mistyped or of another kind', async () => {
    const anna = await makeWebUser(world)
    const { secret } = await issue(anna)
    const mistyped = `${secret.slice(0, -1)}${secret.endsWith('0') ? '1' : '0'}`
    const statements = await statementsOf(async () => {
      for (const other of [mistyped, anna.token, '']) expect(await find(other)).toBeNull()
    })
    expect(statements).toEqual([])
  })

  it('is rejected by the APIs, and is not in the lists of operations tokens', async () => {
    const anna = await makeWebUser(world)
    const { secret } = await issue(anna)
    const authorization = `Bearer ${secret}`
    expect((await world.send('GET', `${v1}/auth/tokens`, undefined, { authorization })).status).toBe(401)
    expect((await anna.send('GET', '/auth/tokens')).body.meta.total).toBe(1)
    const query = TokenQuery.parse({ search: anna.email })
    const { rows } = await listUserTokens(world.database.read, query, { id: anna.id, role: 'admin' })
    expect(rows).toMatchObject([{ id: anna.token_id, user: { id: anna.id } }])
    expect(await listUnrevokedUserTokens(world.database.read, anna.id)).toHaveLength(1)
  })

  it('is replaced by a new one and revoked by its user, with history', async () => {
    const anna = await makeWebUser(world)
    const [first, second] = [await issue(anna), await issue(anna)]
    expect(await find(first.secret)).toBeNull()
    expect(await find(second.secret)).toEqual({ ...anna.actor.person, language: null })
    await write((em) => revokeCalendarToken(em, anna.actor))
    expect(await find(second.secret)).toBeNull()
    expect(await readCalendarToken(world.database.read, anna.actor)).toBeNull()
    expect(await write((em) => revokeCalendarToken(em, anna.actor)).catch(toFault)).toMatchObject({
      code: 'not_found',
    })
    const entries = `select actor from history where record_type = 'token' and record_id = any($1)`
    const entry = { actor: anna.actor.by }
    expect(await sql(world, entries, [first.token.id, second.token.id])).toEqual([entry, entry])
  })

  it('is the only one of its user, also if two are issued at the same time', async () => {
    const anna = await makeWebUser(world)
    const issued = await Promise.all([issue(anna), issue(anna), issue(anna)])
    const found = await Promise.all(issued.map(({ secret }) => find(secret)))
    expect(found.filter((person) => person !== null)).toHaveLength(1)
  })

  it('ends with a new password and with the status blocked, and is not issued to a user who is not active', async () => {
    const anna = await makeWebUser(world)
    const first = await issue(anna)
    expect(
      await write((em) => setPassword(em, operator, { email: anna.email }, { password: 'another secret' })),
    ).toMatchObject({ revoked_tokens: 1 })
    expect(await find(first.secret)).toBeNull()
    const second = await issue(anna)
    await sql(world, `update users set status = 'blocked' where id = $1`, anna.id)
    expect(await find(second.secret)).toBeNull()
    await write((em) => changeUser(em, operator, { email: anna.email }, { status: 'inactive' }))
    expect(await find(second.secret)).toBeNull()
    expect(await issue(anna).catch(toFault)).toMatchObject({ code: 'policy_denied' })
  })
})
