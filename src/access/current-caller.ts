import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { readInTransaction } from '../database/read.ts'
import { param, type Statement, statement } from '../database/statement.ts'
import { db } from '../database/tables.ts'
import { phrase } from '../language/phrase.ts'
import { Fault, policyDenied } from '../record/fault.ts'
import { lockRecord } from '../record/lock-record.ts'
import { type Actor, actingUserId } from './actor.ts'
import { users } from './user.ts'

// Whether role, status, abilities and direct kinds are still those that the request was authenticated with.
type CallerState = { is_unchanged: boolean }

// Finds no row if the credential is revoked, expired or ended, or if its user is blocked. Undefined for an actor without a
// stored credential.
function selectCaller({ stored, person }: Actor): Statement<CallerState> | undefined {
  if (!stored) return undefined
  const { role = null, status = null } = person ?? {}
  if (stored.table === 'sessions') {
    const { id, expires_at } = stored
    return selectSession({ id, expires_at, role, status })
  }
  const [abilities, direct] = [JSON.stringify(stored.abilities), JSON.stringify(stored.direct)]
  return selectToken({ id: stored.id, abilities, direct, role, status })
}

/** Reads the current state of the caller. Throws unless the caller may still do what the request was allowed to do. */
export async function requireCurrentCaller(em: EntityManager, actor: Actor): Promise<void> {
  const select = selectCaller(actor)
  if (!select) return
  const [state] = await readInTransaction(em)(select)
  if (!state) throw new Fault('unauthenticated')
  if (!state.is_unchanged)
    throw new Fault('policy_denied', undefined, undefined, { next: phrase('refusal.rightsChanged') })
}

/**
 * Locks the user who acts until the transaction ends, then reads the state of the caller again. A change of the password
 * or status waits for the lock, so it also ends the credential that this transaction creates. If it came first, there is
 * no caller any more.
 */
export async function lockActingUser(em: EntityManager, actor: Actor): Promise<void> {
  const { status } = await lockRecord(em, users, { id: actingUserId(actor) })
  if (status !== 'active') throw policyDenied()
  await requireCurrentCaller(em, actor)
}

type PersonValues = { role: string | null; status: string | null }

// A token of a program has no user: then role and status are null on both sides.
const samePerson = sql<boolean>`(
  person.role is not distinct from ${param('role')}::text and person.status is not distinct from ${param('status')}::text
)`
const notBlocked = sql<boolean>`person.status is distinct from 'blocked'`

const selectToken = statement(
  'callers.token',
  { id: 1, role: 'admin', status: 'active', abilities: '["apps:read"]', direct: '[]' },
  (_: PersonValues & { id: number; abilities: string; direct: string }) =>
    db
      .selectFrom('tokens as token')
      .leftJoin('users as person', 'person.id', 'token.user_id')
      .select(
        sql<boolean>`(token.abilities = ${param('abilities')}::jsonb and token.direct = ${param('direct')}::jsonb and ${samePerson})`.as(
          'is_unchanged',
        ),
      )
      .where('token.id', '=', param<number>('id'))
      .where('token.revoked_at', 'is', null)
      .where(sql<boolean>`(token.expires_at is null or token.expires_at > now())`)
      .where(notBlocked),
)

const selectSession = statement(
  'callers.session',
  { id: 1, role: 'admin', status: 'active', expires_at: '2026-11-21T12:00:00Z' },
  (_: PersonValues & { id: number; expires_at: string }) =>
    db
      .selectFrom('sessions as session')
      .innerJoin('users as person', 'person.id', 'session.user_id')
      .select(samePerson.as('is_unchanged'))
      .where('session.id', '=', param<number>('id'))
      .where(sql<boolean>`${param('expires_at')}::timestamptz > now()`)
      .where(notBlocked),
)
