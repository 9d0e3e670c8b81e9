import { randomBytes } from 'node:crypto'
import { defineEntity, p } from '@mikro-orm/core'
import { type Expression, sql } from 'kysely'
import { z } from 'zod'
import { readInTransaction } from '../database/read.ts'
import { param, statement } from '../database/statement.ts'
import { type EntityManager, type MikroORM, transact } from '../database/transaction.ts'
import type { Language } from '../language/languages.ts'
import { Timestamp } from '../record/base-fields.ts'
import { timestampColumn } from '../record/column.ts'
import { notFound } from '../record/fault.ts'
import { columns, field, rules } from '../record/field.ts'
import { Id } from '../record/rules/id.ts'
import { truncate } from '../record/rules/truncate.ts'
import { digest } from '../record/token-format.ts'
import { type Actor, actingUserId } from './actor.ts'
import { authenticateUser, type Login, lockAuthenticatedUser } from './authenticate-user.ts'
import type { Person } from './person.ts'
import { users } from './user.ts'

const fields = {
  id: field(Id, p.bigint('number').primary()),
  user_id: field(Id, p.manyToOne(users).mapToPk().fieldName('user_id').deleteRule('cascade')),
  digest: field(z.string(), p.text().unique('sessions_digest_taken').hidden()),
  ip: field(z.string(), p.text()),
  user_agent: field(z.string().nullable(), p.text().strictNullable().default(null)),
  // The time of the login.
  created_at: field(Timestamp, timestampColumn().defaultRaw('now()')),
  last_used_at: field(Timestamp, timestampColumn().defaultRaw('now()')),
}

/** A login to the web interface. Only the digest of its secret is stored; the row is deleted when it ends. */
export const sessions = defineEntity({
  name: 'session',
  tableName: 'sessions',
  properties: columns(fields),
  indexes: [{ name: 'sessions_user', properties: ['user_id', 'id'] }],
})
export const StoredSession = z.object(rules(fields))
export type StoredSession = z.output<typeof StoredSession>

declare module '../database/tables.ts' {
  interface Tables {
    sessions: StoredSession
  }
}

/** The session that a request was authenticated with, and its user. */
export type CurrentSession = Pick<StoredSession, 'id' | 'created_at' | 'last_used_at'> & {
  person: Person
  /** The language that the person chose for the web interface. */
  language: Language | null
  /** When it ends, however often it is used. */
  expires_at: string
}

/** When sessions end: minutes without a request, hours since the login. Named as in the configuration. */
export type SessionLimits = { SESSION_IDLE_MINUTES: number; SESSION_MAX_HOURS: number }

/** Returns the condition that a row `session` has not ended. The limits are SQL expressions of integers. */
export function withinLimits(idleMinutes: Expression<unknown>, maxHours: Expression<unknown>) {
  return sql<boolean>`(
    session.last_used_at > now() - make_interval(mins => ${idleMinutes})
    and session.created_at > now() - make_interval(hours => ${maxHours})
  )`
}

/** The client that logs in: its address, and its User-Agent header, which is truncated. */
export type SessionClient = { ip: string; user_agent: string | null }

const secretBytes = 32
const maxUserAgentLength = 255

/** A new session with its secret, which is returned only once. */
export type NewSession = { secret: string; session: Omit<CurrentSession, 'language' | 'expires_at'> }

/** Creates a session for the user with this email and password. Throws like `authenticateUser`. */
export async function startSession(orm: MikroORM, login: Login, client: SessionClient): Promise<NewSession> {
  // Verifying a password takes long, so it happens outside the transaction and holds no connection.
  const user = await authenticateUser(orm.em.fork(), login)
  return transact(orm, async (em) => {
    await lockAuthenticatedUser(em, user)
    return createSession(em, user, client)
  })
}

/** Creates a session for a user whose row is locked. */
export async function createSession(
  em: EntityManager,
  { id, name, role, status }: Person,
  { ip, user_agent }: SessionClient,
): Promise<NewSession> {
  const secret = randomBytes(secretBytes).toString('base64url')
  const created = em.create(sessions, {
    user_id: id,
    digest: digest(secret),
    ip,
    user_agent: user_agent === null ? null : truncate(user_agent, maxUserAgentLength),
  })
  await em.flush()
  const { created_at, last_used_at } = created
  return { secret, session: { id: created.id, created_at, last_used_at, person: { id, name, role, status } } }
}

/** Ends the session with this secret, if there is one: at logout, and at a login in the same browser. */
export async function endSession(em: EntityManager, secret: string): Promise<void> {
  await em.nativeDelete(sessions, { digest: digest(secret) })
}

/** Ends one of the actor's own sessions. Throws `not_found` if there is no such session. */
export async function endOwnSession(em: EntityManager, actor: Actor, id: number): Promise<void> {
  if ((await em.nativeDelete(sessions, { id, user_id: actingUserId(actor) })) === 0) throw notFound()
}

/** Ends all sessions of a user whose row is locked, and returns their number. */
export async function endUserSessions(em: EntityManager, user_id: number): Promise<number> {
  return em.nativeDelete(sessions, { user_id })
}

/** Deletes the sessions that are over their limits. */
export async function deleteExpiredSessions(em: EntityManager, limits: SessionLimits): Promise<void> {
  const { SESSION_IDLE_MINUTES, SESSION_MAX_HOURS } = limits
  await readInTransaction(em)(deleteExpired({ SESSION_IDLE_MINUTES, SESSION_MAX_HOURS }))
}

// A row that is locked is skipped: waiting for it could deadlock with the end of several sessions.
const deleteExpired = statement(
  'sessions.delete_expired',
  { SESSION_IDLE_MINUTES: 60, SESSION_MAX_HOURS: 12 },
  () => sql`
    delete from sessions where id in (
      select id from sessions as session
      where not ${withinLimits(sql`${param('SESSION_IDLE_MINUTES')}::int`, sql`${param('SESSION_MAX_HOURS')}::int`)}
      for update skip locked
    )`,
)
