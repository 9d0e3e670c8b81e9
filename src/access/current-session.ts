import type { MikroORM } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import type { Read } from '../database/read.ts'
import { param, statement } from '../database/statement.ts'
import { db } from '../database/tables.ts'
import { digest } from '../record/token-format.ts'
import type { Actor } from './actor.ts'
import { LastUseTracker } from './last-use-tracker.ts'
import { personColumns } from './person.ts'
import { type CurrentSession, type SessionLimits, type StoredSession, withinLimits } from './session.ts'

const secretPattern = /^[\w-]{43}$/
const minuteMs = 60_000
const hourMs = 60 * minuteMs
const maxListed = 100

/** A session in the list of its user's sessions. */
export type OwnSession = Omit<StoredSession, 'user_id' | 'digest'> & { is_current: boolean }

/** Finds the session with a secret. Returns null if it has ended, or if its user is blocked. */
export type SessionFinder = (secret: string) => Promise<CurrentSession | null>

/** Returns whether a text has the form of the secret of a session. */
export function isSessionSecret(text: string): boolean {
  return secretPattern.test(text)
}

/** Returns a tracker of when sessions were last used, precise enough for a short idle limit. */
export function sessionUseTracker(orm: MikroORM, { SESSION_IDLE_MINUTES }: SessionLimits): LastUseTracker {
  const precisionMs = Math.min(minuteMs, (SESSION_IDLE_MINUTES * minuteMs) / 10)
  return new LastUseTracker(orm, { table: 'sessions', precisionMs })
}

/** Returns a finder of sessions. `read` must not be that of a replica, so that a session ends at once. */
export function sessionFinder(read: Read, lastUse: LastUseTracker, limits: SessionLimits): SessionFinder {
  return async (secret) => {
    if (!isSessionSecret(secret)) return null
    const [row] = await read(validSession({ ...limitsOf(limits), digest: digest(secret) }))
    if (!row) return null
    const { session_id, created_at, last_used_at, language, ...person } = row
    lastUse.touch(session_id, last_used_at)
    const expires_at = new Date(Date.parse(created_at) + limits.SESSION_MAX_HOURS * hourMs).toISOString()
    return { id: session_id, created_at, last_used_at, person, language, expires_at }
  }
}

/** Returns the sessions of the user of the current session, newest first, at most 100. */
export function listOwnSessions(
  read: Read,
  { id, person }: Pick<CurrentSession, 'id' | 'person'>,
  limits: SessionLimits,
): Promise<OwnSession[]> {
  return read(ownSessions({ ...limitsOf(limits), user_id: person.id, current: id }))
}

/** Returns the actor of a request that was authenticated with a session. */
export function sessionActor({ id, person, expires_at }: CurrentSession, request_id: string): Actor {
  const by = { type: 'user', id: person.id, name: person.name } as const
  const stored = { table: 'sessions', id, expires_at } as const
  return { by, credential: `user:${person.id}`, person, stored, surface: 'admin', request_id }
}

const hasNotEnded = withinLimits(param('SESSION_IDLE_MINUTES'), param('SESSION_MAX_HOURS'))

const validSession = statement(
  'sessions.valid',
  { digest: 'f0e1', SESSION_IDLE_MINUTES: 60, SESSION_MAX_HOURS: 12 },
  () =>
    db
      .selectFrom('sessions as session')
      .where(hasNotEnded)
      .innerJoin('users as person', 'person.id', 'session.user_id')
      .select([
        'session.id as session_id',
        'session.created_at',
        'session.last_used_at',
        'person.language',
        ...personColumns,
      ])
      .where('session.digest', '=', param<string>('digest'))
      .where('person.status', '<>', sql.lit('blocked')),
)

const ownSessions = statement(
  'sessions.own',
  { user_id: 1, current: 2, SESSION_IDLE_MINUTES: 60, SESSION_MAX_HOURS: 12 },
  () =>
    db
      .selectFrom('sessions as session')
      .where(hasNotEnded)
      .select([
        'session.id',
        'session.ip',
        'session.user_agent',
        'session.created_at',
        'session.last_used_at',
        sql<boolean>`session.id = ${param('current')}`.as('is_current'),
      ])
      .where('session.user_id', '=', param<number>('user_id'))
      .orderBy('session.id', 'desc')
      .limit(sql.lit(maxListed)),
)

// The configuration has more fields, and each would be part of the shape of a statement.
function limitsOf({ SESSION_IDLE_MINUTES, SESSION_MAX_HOURS }: SessionLimits): SessionLimits {
  return { SESSION_IDLE_MINUTES, SESSION_MAX_HOURS }
}
