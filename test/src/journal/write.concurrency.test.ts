import { beforeAll, describe, expect, it } from 'vitest'
import { issueAccessToken } from '../../../src/access/access-token.ts'
import type { Actor } from '../../../src/access/actor.ts'
import { sessionActor } from '../../../src/access/current-session.ts'
import { startSession } from '../../../src/access/session.ts'
import { issueToken } from '../../../src/access/token.ts'
import { type EntityManager, transact } from '../../../src/database/transaction.ts'
import { write } from '../../../src/journal/write.ts'
import { createCompany } from '../../../src/operations/company/writes.ts'
import { issueCalendarToken } from '../../../src/people/calendar-token.ts'
import { changeUser, setPassword } from '../../../src/people/user-administration.ts'
import type { Fault } from '../../../src/record/fault.ts'
import { sql } from '../../support/makers.ts'
import { makePerson, operator, type TestUser } from '../../support/people.ts'
import { client, makeFinder } from '../../support/sessions.ts'
import { makeWorld, type World } from '../../support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})

const database = <T>(callback: (em: EntityManager) => Promise<T>) => transact(world.database.orm, callback)

describe('a write that waits for the change of its caller', () => {
  // The change is committed while the write waits for its lock.
  const during = async (change: (em: EntityManager) => Promise<unknown>, run: () => Promise<unknown>) => {
    let written: Promise<unknown> = Promise.resolve()
    await database(async (em) => {
      await change(em)
      await em.flush()
      written = run().catch((error: Fault) => error.code)
      const waiting = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
      await expect.poll(() => sql(world, waiting)).toHaveLength(1)
    })
    return written
  }
  const callerOf = async (user: TestUser) => {
    const { secret } = await startSession(world.database.orm, user, client)
    return sessionActor((await (await makeFinder(world))(secret))!, 'a-request-id')
  }

  it('creates no token after a new password', async () => {
    const issues = [
      (em: EntityManager, actor: Actor) =>
        issueAccessToken(em, actor, { token_name: 'Stolen', abilities: ['apps:read'] }),
      (em: EntityManager, actor: Actor) => issueCalendarToken(em, actor),
    ]
    for (const issue of issues) {
      const user = await makePerson(world)
      const actor = await callerOf(user)
      const replacePassword = (em: EntityManager) =>
        setPassword(em, operator, { email: user.email }, { password: 'a password after the theft' })
      const code = await during(replacePassword, () =>
        write<unknown>(world.database.orm, actor, (em) => issue(em, actor)),
      )
      expect(code).toBe('unauthenticated')
      const valid = 'select name from tokens where user_id = $1 and revoked_at is null'
      expect(await sql(world, valid, user.id)).toEqual([])
    }
  })

  it('does not revive the account of an admin who is blocked', async () => {
    const other = await makePerson(world)
    const by = {
      ...operator,
      person: { id: other.id, name: other.name, role: 'admin', status: 'active' },
    } as const
    const revivals = [
      (em: EntityManager, actor: Actor, id: number) => changeUser(em, actor, { id }, { status: 'active' }),
      (em: EntityManager, actor: Actor, id: number) =>
        setPassword(em, actor, { id }, { password: 'known to the thief' }),
    ]
    for (const revive of revivals) {
      const user = await makePerson(world)
      const actor = await callerOf(user)
      const blockByAdmin = (em: EntityManager) => changeUser(em, by, { id: user.id }, { status: 'blocked' })
      const code = await during(blockByAdmin, () =>
        write<unknown>(world.database.orm, actor, (em) => revive(em, actor, user.id)),
      )
      expect(code).toBe('unauthenticated')
      const [row] = await sql(world, 'select status from users where id = $1', user.id)
      expect(row).toEqual({ status: 'blocked' })
    }
  })

  it('makes the change wait, and is undone by it, if it came first', async () => {
    const user = await makePerson(world)
    const actor = await callerOf(user)
    const replacePassword = () =>
      database((em) =>
        setPassword(em, operator, { email: user.email }, { password: 'a password after the theft' }),
      )
    const issue = (em: EntityManager) =>
      issueAccessToken(em, actor, { token_name: 'Stolen', abilities: ['apps:read'] })
    expect(await during(issue, replacePassword)).toMatchObject({ revoked_tokens: 2 })
    const valid = 'select name from tokens where user_id = $1 and revoked_at is null'
    expect(await sql(world, valid, user.id)).toEqual([])
  })
})

it('reads the caller again at the end of a long write', async () => {
  const abilities = ['read', 'write']
  const { token } = await database((em) =>
    issueToken(em, operator, { prefix: 'pft', name: 'agent', abilities }),
  )
  const actor: Actor = {
    by: { type: 'portfolio_token', id: token.id, name: 'agent' },
    credential: `portfolio_token:${token.id}`,
    stored: { table: 'tokens', id: token.id, abilities, direct: [] },
    surface: 'http',
    request_id: null,
  }
  const createAndRevoke = async (em: EntityManager) => {
    await createCompany(em, operator, { name: 'Too late' })
    await sql(world, 'update tokens set revoked_at = now() where id = $1', token.id)
  }
  const written = write(world.database.orm, actor, createAndRevoke, { timeLimit: 'bulk' })
  await expect(written).rejects.toMatchObject({ code: 'unauthenticated' })
  expect(await sql(world, `select id from companies where name = 'Too late'`)).toEqual([])
})
