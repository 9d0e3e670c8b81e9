import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import {
  type SessionFinder,
  sessionActor,
  sessionFinder,
  sessionUseTracker,
} from '../../../src/access/current-session.ts'
import type { NewSession } from '../../../src/access/session.ts'
import { transact } from '../../../src/database/transaction.ts'
import { createCompany } from '../../../src/operations/company/writes.ts'
import { changeUser } from '../../../src/people/user-administration.ts'
import { sql } from '../../support/makers.ts'
import { operator } from '../../support/people.ts'
import { makeFinder, makeWebUser, sessionLimits } from '../../support/sessions.ts'
import { statementsOf } from '../../support/statements.ts'
import { makeWorld, type World } from '../../support/world.ts'

let world: World
let find: SessionFinder
beforeAll(async () => {
  world = await makeWorld()
  find = await makeFinder(world)
})

/** Moves a time of a session into the past, and returns whether the session is still valid. */
async function isValidAfter({ secret, session }: NewSession, column: string, past: string): Promise<boolean> {
  await sql(world, `update sessions set ${column} = now() - $1::interval where id = $2`, past, session.id)
  return (await find(secret)) !== null
}

describe('a session', () => {
  it('is not searched for by a malformed secret', async () => {
    const queries = await statementsOf(async () => {
      for (const secret of ['', 'x', `${'a'.repeat(43)}'`, 'pft_9']) expect(await find(secret)).toBeNull()
    })
    expect(queries).toEqual([])
    expect(await find('a'.repeat(43))).toBeNull()
  })

  it('ends after 60 minutes without a request, and 12 hours after the login', async () => {
    const session = await (await makeWebUser(world)).start()
    expect(await isValidAfter(session, 'last_used_at', '59 minutes')).toBe(true)
    expect(await isValidAfter(session, 'last_used_at', '60 minutes 1 second')).toBe(false)
    expect(await isValidAfter(session, 'last_used_at', '0')).toBe(true)
    expect(await isValidAfter(session, 'created_at', '11 hours 59 minutes')).toBe(true)
    expect(await isValidAfter(session, 'created_at', '12 hours 1 second')).toBe(false)
  })

  it('has the limits that are configured at the time of the request', async () => {
    const session = await (await makeWebUser(world)).start()
    const findStrict = await makeFinder(world, { SESSION_IDLE_MINUTES: 1, SESSION_MAX_HOURS: 1 })
    expect(await isValidAfter(session, 'last_used_at', '61 seconds')).toBe(true)
    expect(await findStrict(session.secret)).toBeNull()
  })

  it('finds the current role and status of the user', async () => {
    const { email, start } = await makeWebUser(world)
    const { secret } = await start()
    await transact(world.database.orm, async (em) => {
      await changeUser(em, operator, { email }, { role: 'user' })
      await changeUser(em, operator, { email }, { status: 'inactive' })
    })
    expect((await find(secret))?.person).toMatchObject({ role: 'user', status: 'inactive' })
  })

  it('keeps a time of last use that is written in the background, at most once a minute', async () => {
    const session = await (await makeWebUser(world)).start()
    const lastUse = sessionUseTracker(world.database.orm, sessionLimits)
    onTestFinished(() => lastUse.close())
    const findTracked = sessionFinder(world.database.read, lastUse, sessionLimits)
    for (const [past, written] of [
      ['30 seconds', false],
      ['61 seconds', true],
    ] as const) {
      await isValidAfter(session, 'last_used_at', past)
      expect(await statementsOf(() => findTracked(session.secret))).toHaveLength(1)
      await lastUse.flush()
      const age = 'select now() - last_used_at < $1 as written from sessions where id = $2'
      expect(await sql(world, age, '25 seconds', session.session.id)).toEqual([{ written }])
    }
  })

  it('writes in the name of its user through the admin surface', async () => {
    const { id, name, start } = await makeWebUser(world)
    const actor = sessionActor((await find((await start()).secret))!, 'a-request-id')
    const company = await transact(world.database.orm, (em) =>
      createCompany(em, actor, { name: 'Northwind' }),
    )
    const by = { type: 'user', id, name }
    expect(company).toMatchObject({ created_by: by, owner: { id } })
    const entries = await sql(
      world,
      `select actor, surface, request_id from history where record_type = 'company'`,
    )
    expect(entries).toEqual([{ actor: by, surface: 'admin', request_id: 'a-request-id' }])
  })
})
