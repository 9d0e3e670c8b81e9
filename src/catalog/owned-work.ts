import { sql } from 'kysely'
import type { Read } from '../database/read.ts'
import { param, statement } from '../database/statement.ts'
import { isUnfinished } from '../portfolio/urgency.ts'

/** How many records of a kind a user owns, and how many of them are handed over when the user is blocked. */
export type OwnedWork = {
  collection: 'applications' | 'strategies' | 'tasks' | 'decisions'
  /** The filter by the owner that selects them. A blocked user has one entry for each spelling. */
  owner: string
  count: number
  handed_over: number
}

/** Counts the applications, strategies, tasks and decisions that a user owns, by one statement. */
export function countOwnedWork(read: Read, user_id: number): Promise<OwnedWork[]> {
  return read(selectOwned({ user_id }))
}

const text = sql`lower(record.owner collate "und-x-icu")`
const owner = sql`(select id, status, email, lower(name collate "und-x-icu") as name from users
  where id = ${param('user_id')}) as owner`

const referred = (collection: string) => sql`
  select ${sql.lit(collection)} as collection, owner.id::text as owner, count(*) as count, count(*) as handed_over
  from ${owner} join ${sql.table(collection)} as record on record.owner_id = owner.id and record.deleted_at is null
  group by owner.id`

// The text belongs to no other user. An email names a user before a name, and a name the oldest user.
const another = (condition: ReturnType<typeof sql>) => sql`exists (select from users as other
  where other.id <> owner.id and other.status <> 'blocked' and (${condition}))`
const isTaken = another(sql`other.email = ${text} or lower(other.name collate "und-x-icu") = ${text}`)
const isOfAnother = another(sql`other.email = ${text}
  or (lower(other.name collate "und-x-icu") = ${text}
    and (owner.status = 'blocked' or (other.id < owner.id and ${text} <> owner.email)))`)

const named = (collection: string, isOpen: ReturnType<typeof sql>) => sql`
  select ${sql.lit(collection)}, spelling, count(*), count(*) filter (where is_handed_over) from (
    select case when owner.status = 'blocked' then ${text} else owner.email end as spelling,
      ${isOpen} and not ${isTaken} as is_handed_over
    from ${owner} join ${sql.table(collection)} as record on ${text} = any(array[owner.name, owner.email])
      and not ${isOfAnother}
  ) as record group by spelling`

const selectOwned = statement(
  'users.owned_work',
  { user_id: 1 },
  () => sql<OwnedWork>`
    select * from (
      ${referred('applications')} union all ${referred('strategies')}
      union all ${named('tasks', isUnfinished(sql.ref('record.status')))}
      union all ${named('decisions', sql`record.status = 'active'`)}
    ) as owned
    order by array_position(array['applications', 'strategies', 'tasks', 'decisions'], collection), owner`,
)
