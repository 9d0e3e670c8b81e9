import { beforeAll, describe, expect, it } from 'vitest'
import { listOwnSessions, type SessionFinder, sessionActor } from '../../../src/access/current-session.ts'
import {
  deleteExpiredSessions,
  endOwnSession,
  endSession,
  type NewSession,
  startSession,
} from '../../../src/access/session.ts'
import { type EntityManager, transact } from '../../../src/database/transaction.ts'
import { changeUser, setPassword } from '../../../src/people/user-administration.ts'
import { toFault } from '../../../src/record/database-fault.ts'
import { sql } from '../../support/makers.ts'
import { operator } from '../../support/people.ts'
import { client, makeFinder, makeWebUser, sessionLimits } from '../../support/sessions.ts'
import { makeWorld, type World } from '../../support/world.ts'

let world: World
let find: SessionFinder
beforeAll(async () => {
  world = await makeWorld()
  find = await makeFinder(world)
})

const write = <T>(callback: (em: EntityManager) => Promise<T>) => transact(world.database.orm, callback)

describe('startSession', () => {
  it('returns a session and its secret, of which only the digest is stored', async () => {
    const { id, name, start } = await makeWebUser(world)
    const { secret, session } = await start()
    expect(secret).toMatch(/^[\w-]{43}$/)
    expect(session.person).toEqual({ id, name, role: 'manager', status: 'active' })
    expect(await find(secret)).toMatchObject(session)
    const [row] = await sql(world, 'select * from sessions where id = $1', session.id)
    expect(row!.digest).toMatch(/^[0-9a-f]{64}$/)
    expect(JSON.stringify(row)).not.toContain(secret)
  })

  it('rejects a wrong password and an unknown email with the same message', async () => {
    const { email } = await makeWebUser(world)
    for (const known of [email, 'nobody@people.test']) {
      const login = { email: known, password: 'another password' }
      const failed = startSession(world.database.orm, login, client).catch(toFault)
      expect(await failed).toMatchObject({
        errors: { email: ['The provided credentials are incorrect.'] },
      })
    }
  })

  it('starts no session if the password changes while it waits for the user', async () => {
    const { id, email, start } = await makeWebUser(world)
    let login: Promise<unknown> = Promise.resolve()
    await write(async (em) => {
      await setPassword(em, operator, { email }, { password: 'another secret' })
      await em.flush()
      login = start().catch(toFault)
      const waiting = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
      await expect.poll(() => sql(world, waiting), { timeout: 5000 }).toHaveLength(1)
    })
    expect(await login).toMatchObject({ code: 'validation_failed' })
    expect(await sql(world, 'select 1 from sessions where user_id = $1', id)).toEqual([])
  })
})

describe('a session ends', () => {
  it('at logout, which can be repeated', async () => {
    const { start } = await makeWebUser(world)
    const [session, other] = [await start(), await start()]
    for (let round = 0; round < 2; round++) await write((em) => endSession(em, session.secret))
    expect(await find(session.secret)).toBeNull()
    expect(await find(other.secret)).not.toBeNull()
  })

  it('when its user picks it from the list of sessions, which has none of other users', async () => {
    const [anna, boris] = [await makeWebUser(world), await makeWebUser(world)]
    const old = await anna.start(anna.password, { ip: '192.0.2.8', user_agent: 'x'.repeat(300) })
    const [current, foreign] = [await anna.start(), await boris.start()]
    const list = () => listOwnSessions(world.database.read, current.session, sessionLimits)
    const { id, created_at, last_used_at } = old.session
    expect(await list()).toEqual([
      expect.objectContaining({ id: current.session.id, ...client, is_current: true }),
      { id, ip: '192.0.2.8', user_agent: 'x'.repeat(255), created_at, last_used_at, is_current: false },
    ])
    const actor = sessionActor((await find(current.secret))!, 'a-request-id')
    const denied = write((em) => endOwnSession(em, actor, foreign.session.id)).catch(toFault)
    expect(await denied).toMatchObject({ code: 'not_found' })
    await write((em) => endOwnSession(em, actor, id))
    expect(await list()).toHaveLength(1)
    expect(await find(old.secret)).toBeNull()
    expect(await find(foreign.secret)).toMatchObject(foreign.session)
  })

  it('when its user is blocked, and unblocking revives none', async () => {
    const { email, start } = await makeWebUser(world)
    const secrets = [(await start()).secret, (await start()).secret]
    for (const status of ['blocked', 'active'] as const) {
      await write((em) => changeUser(em, operator, { email }, { status }))
      expect(await Promise.all(secrets.map(find))).toEqual([null, null])
    }
    expect(await find((await start()).secret)).not.toBeNull()
  })

  it('when its user is blocked or deleted by SQL', async () => {
    const { id, email, start } = await makeWebUser(world)
    const { secret } = await start()
    await sql(world, `update users set status = 'blocked' where id = $1`, id)
    expect(await find(secret)).toBeNull()
    await write((em) => changeUser(em, operator, { email }, { status: 'active' }))
    expect(await find(secret)).toBeNull()
    const again = await start()
    await sql(world, 'delete from users where id = $1', id)
    expect(await find(again.secret)).toBeNull()
  })

  it('but not when its user becomes inactive, who can also log in again', async () => {
    const { email, start } = await makeWebUser(world)
    const { secret } = await start()
    await write((em) => changeUser(em, operator, { email }, { status: 'inactive' }))
    expect((await find(secret))?.person.status).toBe('inactive')
    expect(await find((await start()).secret)).not.toBeNull()
  })

  it('at a password change, also if it is started by the old password at the same time', async () => {
    const { email, start } = await makeWebUser(world)
    const earlier = await start()
    const logins = Array.from({ length: 4 }, () => start().catch(() => null))
    await write((em) => setPassword(em, operator, { email }, { password: 'another secret' }))
    for (const session of [earlier, ...(await Promise.all(logins))])
      if (session) expect(await find(session.secret)).toBeNull()
    expect(await find((await start('another secret')).secret)).not.toBeNull()
  })
})

it('deletes the sessions over either limit, and skips those that another transaction ends', async () => {
  const { id, start } = await makeWebUser(world)
  const [idle, old, valid, locked] = [await start(), await start(), await start(), await start()]
  const age = async ({ session }: NewSession, column: string, past: string) =>
    sql(world, `update sessions set ${column} = now() - $1::interval where id = $2`, past, session.id)
  await age(idle, 'last_used_at', '60 minutes')
  await age(old, 'created_at', '12 hours')
  await age(locked, 'created_at', '12 hours')
  await write(async (em) => {
    await endSession(em, locked.secret)
    await write((other) => deleteExpiredSessions(other, sessionLimits))
    const left = await sql(world, 'select id from sessions where user_id = $1 order by id', id)
    expect(left).toEqual([{ id: valid.session.id }, { id: locked.session.id }])
  })
})
