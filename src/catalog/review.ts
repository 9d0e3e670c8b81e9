import { defineEntity, p } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { type Actor, actingUserId } from '../access/actor.ts'
import { requireWriter } from '../access/policy.ts'
import { users } from '../access/user.ts'
import type { Read } from '../database/read.ts'
import { param, statement } from '../database/statement.ts'
import { db } from '../database/tables.ts'
import { ActivityEntry } from '../journal/activity.ts'
import {
  actorKey,
  entryTime,
  history,
  isByProgram,
  isChange,
  isRisky,
  mayBeRisky,
} from '../journal/history.ts'
import { readNames } from '../portfolio/changes.ts'
import { isUndone } from '../portfolio/undone.ts'
import { Timestamp } from '../record/base-fields.ts'
import { timestampColumn } from '../record/column.ts'
import { columns, field, qualifiedColumns } from '../record/field.ts'
import { dayMs } from '../record/rules/day.ts'
import { Id } from '../record/rules/id.ts'

/** How old the changes of a review may be. */
export const reviewDays = 30
/** How many days the record of an agent is about. */
export const recordDays = 90
/** The most changes that are counted for the navigation. */
export const maxCounted = 200
/** The most risky changes that a review has, and the most other ones. */
export const maxReviewed = 1000

const fields = {
  user_id: field(
    Id,
    p.manyToOne(users).mapToPk().fieldName('user_id').primary().updateRule('no action').deleteRule('cascade'),
  ),
  history_id: field(Id, p.bigint('number').primary()),
  // Whether the person accepted the change or reverted it.
  is_accepted: field(z.boolean(), p.boolean().default(true)),
  reviewed_at: field(Timestamp, timestampColumn().defaultRaw('now()')),
}

/** The changes by agents and bots that a person has seen, and accepted or reverted. */
export const reviewedChanges = defineEntity({
  name: 'reviewed_change',
  tableName: 'reviewed_changes',
  properties: columns(fields),
  indexes: [
    { name: 'reviewed_changes_time', properties: ['reviewed_at'] },
    {
      name: 'reviewed_changes_accepted',
      expression: `create index "reviewed_changes_accepted" on "reviewed_changes" ("history_id") where "is_accepted"`,
    },
  ],
})

/** Returns the condition that any person accepted the change with an id. */
export const isAccepted = (id: RawBuilder<unknown>) =>
  sql<boolean>`exists (select from reviewed_changes where history_id = ${id} and is_accepted)`

// A change that a person has approved was seen before it was stored.
const unreviewed = sql<boolean>`${isByProgram} and ${isChange} and history.approved_by is null
  and history.record_type <> all(${param('hidden')}::text[])
  and history.created_at > now() - ${sql.lit(reviewDays)} * interval '1 day'
  and not exists (select from reviewed_changes where user_id = ${param('user_id')} and history_id = history.id)
  and not ${isUndone('history')}`

// Changes have about the order of their ids, in which an index has those of programs. This one ends a scan of it.
const oldestShown = sql`coalesce((select id from history
  where ${entryTime} < (now() - ${sql.lit(reviewDays)} * interval '1 day') at time zone 'utc'
  order by ${entryTime} desc, id desc limit 1), 0)`

/**
 * The SQL of the number of changes that a review shows, for the person `user_id` who may not see records of the types
 * `hidden`: at most one more than `maxCounted`.
 */
export const countOfUnreviewed = sql<number>`(select count(*) from (select id from history
  where ${unreviewed} and id > ${oldestShown} order by id desc limit ${sql.lit(maxCounted + 1)}) as change)`

/** Whose review: the person, and the types of records that the person may not see. */
export type ReviewOf = { user_id: number; hidden: string[] }

const columnsOfUnreviewed = ['id', 'record_type', 'record_id', 'actor', actorKey.as('actor_key')] as const

// The risky changes have a statement and an index of their own, so that no number of newer changes hides them.
const selectRisky = statement('review.risky', { user_id: 1, hidden: ['user'] }, () =>
  unreviewedWhere(sql<boolean>`${mayBeRisky} and ${isRisky}`),
)
const selectOthers = statement('review.others', { user_id: 1, hidden: ['user'] }, () =>
  unreviewedWhere(sql<boolean>`not ${isRisky}`),
)

function unreviewedWhere(condition: RawBuilder<boolean>) {
  return db
    .selectFrom('history')
    .where(sql<boolean>`${unreviewed} and ${condition} and id > ${oldestShown}`)
    .select([...columnsOfUnreviewed])
    .orderBy('id', 'desc')
    .limit(sql.lit<number>(maxReviewed))
}

/** The unreviewed changes of one actor to one kind of records of one product, either risky ones or others. */
export type ReviewGroup = {
  /** Identifies the group. */
  key: string
  actor: ActivityEntry['actor']
  /** Null for records without a product. */
  product_slug: string | null
  record_type: string
  /** The ids of the changes, newest first. */
  ids: number[]
}

/** What a person has to review. */
export type Review = { risky: ReviewGroup[]; others: ReviewGroup[] }

/**
 * Returns the changes by agents and bots of the last 30 days that a person has not reviewed: the newest risky ones and the
 * newest others, in groups. The group with the newest change is first.
 */
export async function readReview(read: Read, of: ReviewOf): Promise<Review> {
  const [risky, others] = await Promise.all([read(selectRisky(of)), read(selectOthers(of))])
  const names = await readNames(
    read,
    [...risky, ...others].map(({ record_type, record_id }) => ({ entity: record_type, id: record_id })),
  )
  const groupsOf = (degree: keyof Review, changes: typeof risky) => {
    const slugOf = ({ record_type, record_id }: (typeof changes)[number]) =>
      names.get(`${record_type} ${record_id}`)?.product_slug ?? null
    const groups = Map.groupBy(changes, (change) =>
      [degree, change.actor_key, slugOf(change) ?? '', change.record_type].join('/'),
    )
    return [...groups].flatMap(([key, ofGroup]): ReviewGroup[] => {
      const [newest] = ofGroup
      if (!newest) return []
      const { actor, record_type } = newest
      return [{ key, actor, record_type, product_slug: slugOf(newest), ids: ofGroup.map(({ id }) => id) }]
    })
  }
  return { risky: groupsOf('risky', risky), others: groupsOf('others', others) }
}

const selectEntries = statement('review.entries', { ids: [1, 2], hidden: ['user'] }, () =>
  db
    .selectFrom('history as record')
    .select(qualifiedColumns('record', ActivityEntry))
    .where(sql<boolean>`record.id = any(${param('ids')}::bigint[])`)
    .where(sql<boolean>`record.record_type <> all(${param('hidden')}::text[])`)
    .orderBy('record.id', 'desc'),
)

/** Returns the changes with these ids, newest first, without those of records of the types `hidden`. */
export function readEntries(read: Read, ids: number[], hidden: string[]): Promise<ActivityEntry[]> {
  return read(selectEntries({ ids, hidden }))
}

/**
 * Stores that the person who acts has accepted or reverted changes, so that the review of that person shows them no more.
 * What was reverted is not shown to others either.
 */
export async function markReviewed(
  em: EntityManager,
  actor: Actor,
  ids: readonly number[],
  is_accepted: boolean,
): Promise<void> {
  requireWriter(actor)
  const user_id = actingUserId(actor)
  const stored = await em.find(history, { id: { $in: [...ids] } }, { fields: ['id'] })
  await em.upsertMany(
    reviewedChanges,
    stored.map(({ id }) => ({ user_id, history_id: id, is_accepted })),
    { onConflictAction: 'ignore' },
  )
}

/** Deletes what is known of changes that no review and no record of an agent shows any more. */
export async function deleteOldReviews(em: EntityManager): Promise<void> {
  const reviewed_at = { $lt: new Date(Date.now() - (recordDays + 1) * dayMs).toISOString() }
  await em.nativeDelete(reviewedChanges, { reviewed_at })
}
