import { defineEntity, p } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { type Actor, actingUserId } from '../access/actor.ts'
import { requireWriter } from '../access/policy.ts'
import { users } from '../access/user.ts'
import type { Read } from '../database/read.ts'
import { param, statement } from '../database/statement.ts'
import { db } from '../database/tables.ts'
import { Timestamp } from '../record/base-fields.ts'
import { timestampColumn } from '../record/column.ts'
import { columns, field } from '../record/field.ts'
import { Id } from '../record/rules/id.ts'
import type { ActivityEntry } from './activity.ts'
import { entryTime, history, isByProgram, isChange } from './history.ts'

const reviewDays = 30
/** The most changes that a review shows. */
export const maxReviewed = 200

const fields = {
  user_id: field(
    Id,
    p.manyToOne(users).mapToPk().fieldName('user_id').primary().updateRule('no action').deleteRule('cascade'),
  ),
  history_id: field(Id, p.bigint('number').primary()),
  reviewed_at: field(Timestamp, timestampColumn().defaultRaw('now()')),
}

/** The changes by agents and bots that a person has seen and accepted. */
export const reviewedChanges = defineEntity({
  name: 'reviewed_change',
  tableName: 'reviewed_changes',
  properties: columns(fields),
  indexes: [{ name: 'reviewed_changes_time', properties: ['reviewed_at'] }],
})

// A change that a person has approved was seen before it was stored.
const unreviewed = sql<boolean>`${isByProgram} and ${isChange} and history.approved_by is null
  and history.record_type <> all(${param('hidden')}::text[])
  and history.created_at > now() - ${sql.lit(reviewDays)} * interval '1 day'
  and not exists (select from reviewed_changes where user_id = ${param('user_id')} and history_id = history.id)`

// Changes have about the order of their ids, in which an index has those of programs. This one ends a scan of it.
const oldestShown = sql`coalesce((select id from history
  where ${entryTime} < (now() - ${sql.lit(reviewDays)} * interval '1 day') at time zone 'utc'
  order by ${entryTime} desc, id desc limit 1), 0)`

/**
 * The SQL of the number of changes that a review shows, for the person `user_id` who may not see records of the types
 * `hidden`: at most one more than it shows at once.
 */
export const countOfUnreviewed = sql<number>`(select count(*) from (select id from history
  where ${unreviewed} and id > ${oldestShown} order by id desc limit ${sql.lit(maxReviewed + 1)}) as change)`

/** Whose review: the person, and the types of records that the person may not see. */
export type ReviewOf = { user_id: number; hidden: string[] }

const selectUnreviewed = statement('review.list', { user_id: 1, hidden: ['user'] }, () =>
  db
    .selectFrom('history')
    .where(sql<boolean>`${unreviewed} and id > ${oldestShown}`)
    .select([
      'id',
      'record_type',
      'record_id',
      'event',
      'actor',
      'token',
      'approved_by',
      'reason',
      'changes',
      'surface',
      'request_id',
      'created_at',
    ])
    .orderBy('id', 'desc')
    .limit(sql.lit<number>(maxReviewed)),
)

/** Returns the newest changes by agents and bots of the last 30 days that a person has not accepted, newest first. */
export function listUnreviewed(read: Read, of: ReviewOf): Promise<ActivityEntry[]> {
  return read(selectUnreviewed(of))
}

/** Accepts changes for the person who acts, so that the review of that person shows them no more. */
export async function acceptChanges(em: EntityManager, actor: Actor, ids: readonly number[]): Promise<void> {
  requireWriter(actor)
  const user_id = actingUserId(actor)
  const stored = await em.find(history, { id: { $in: [...ids] } }, { fields: ['id'] })
  await em.upsertMany(
    reviewedChanges,
    stored.map(({ id }) => ({ user_id, history_id: id })),
    { onConflictAction: 'ignore' },
  )
}

/** Deletes what is known of changes that no review shows any more. */
export async function deleteOldReviews(em: EntityManager): Promise<void> {
  const reviewed_at = { $lt: new Date(Date.now() - (reviewDays + 1) * 86_400_000).toISOString() }
  await em.nativeDelete(reviewedChanges, { reviewed_at })
}
