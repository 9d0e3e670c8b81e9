import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { type Actor, actingUserId } from '../access/actor.ts'
import { lockActingUser } from '../access/current-caller.ts'
import type { LastUseTracker } from '../access/last-use-tracker.ts'
import { type Person, personColumns } from '../access/person.ts'
import { requireWriter } from '../access/policy.ts'
import { issueToken, type StoredToken } from '../access/token.ts'
import { users } from '../access/user.ts'
import { type Read, readInTransaction } from '../database/read.ts'
import { param, statement } from '../database/statement.ts'
import { db } from '../database/tables.ts'
import type { Language } from '../language/languages.ts'
import { anotherVersion, notFound } from '../record/fault.ts'
import { lockRecord, type Precondition } from '../record/lock-record.ts'
import { digest, isWellFormedSecret } from '../record/token-format.ts'
import { revokeUserTokens } from './token-revocation.ts'

/** The token in the address of a user's calendar feed. */
export type CalendarToken = Pick<StoredToken, 'id' | 'display' | 'last_used_at' | 'created_at'>

/**
 * Creates the token of the actor's calendar feed and revokes the previous one. The secret is returned only here.
 *
 * @throws Fault `policy_denied` unless the user is an active admin or manager: the feed shows what only they see
 */
export async function issueCalendarToken(
  em: EntityManager,
  actor: Actor,
  precondition: Precondition = async () => undefined,
): Promise<{ token: CalendarToken; secret: string }> {
  requireWriter(actor)
  const user_id = actingUserId(actor)
  await lockActingUser(em, actor)
  await precondition()
  await revokeUserTokens(em, actor, 'cal', user_id)
  const input = { prefix: 'cal', name: 'Calendar', abilities: [], user_id } as const
  const { token, secret } = await issueToken(em, actor, input)
  const { id, display, last_used_at, created_at } = token
  return { token: { id, display, last_used_at, created_at }, secret }
}

/** Revokes the token of the actor's calendar feed. Throws `not_found` if the actor has none. */
export async function revokeCalendarToken(
  em: EntityManager,
  actor: Actor,
  precondition: Precondition = async () => undefined,
): Promise<void> {
  const user_id = actingUserId(actor)
  await lockRecord(em, users, { id: user_id })
  await precondition()
  if ((await revokeUserTokens(em, actor, 'cal', user_id)) === 0) throw notFound()
}

/**
 * Checks that the actor's calendar token is the one that a page showed, whose id is `shown`: 0 for none. Throws
 * `anotherVersion` otherwise.
 */
export async function requireCalendarToken(em: EntityManager, actor: Actor, shown: number | undefined) {
  const token = await readCalendarToken(readInTransaction(em), actor)
  if ((token?.id ?? 0) !== shown) throw anotherVersion()
}

/**
 * Returns the token of the actor's calendar feed, or null if the actor has none. With an id it may be one of the actor's
 * former tokens.
 */
export async function readCalendarToken(
  read: Read,
  actor: Actor,
  id?: number,
): Promise<CalendarToken | null> {
  const [token] = await read(ownToken({ user_id: actingUserId(actor), id }))
  return token ?? null
}

/** The user with a calendar token, and the language that the user chose. */
type CalendarOwner = Person & { language: Language | null }

/** Returns a finder of the user with a calendar token. It finds none if the token is revoked or the user is blocked. */
export function calendarOwnerFinder(read: Read, lastUse: LastUseTracker) {
  return async (secret: string): Promise<CalendarOwner | null> => {
    if (!isWellFormedSecret('cal', secret)) return null
    const [row] = await read(validToken({ digest: digest(secret) }))
    if (!row) return null
    const { token_id, last_used_at, ...owner } = row
    lastUse.touch(token_id, last_used_at)
    return owner
  }
}

const ownToken = statement(
  'calendar_tokens.own',
  { user_id: 1, id: 2 },
  ({ id }: { user_id: number; id: number | undefined }) =>
    db
      .selectFrom('tokens')
      .select(['id', 'display', 'last_used_at', 'created_at'])
      .where('prefix', '=', sql.lit('cal'))
      .where('user_id', '=', param<number>('user_id'))
      .where(id === undefined ? sql<boolean>`revoked_at is null` : sql<boolean>`id = ${param('id')}`),
)

const validToken = statement('calendar_tokens.valid', { digest: 'f0e1' }, () =>
  db
    .selectFrom('tokens as token')
    .innerJoin('users as person', 'person.id', 'token.user_id')
    .select(['token.id as token_id', 'token.last_used_at', 'person.language', ...personColumns])
    .where('token.prefix', '=', sql.lit('cal'))
    .where('token.digest', '=', param<string>('digest'))
    .where('token.revoked_at', 'is', null)
    .where('person.status', '<>', sql.lit('blocked')),
)
