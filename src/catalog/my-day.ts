import { sql } from 'kysely'
import { namedUser } from '../access/user.ts'
import { type Read, readRow } from '../database/read.ts'
import { param, statement } from '../database/statement.ts'
import { db } from '../database/tables.ts'
import { countOfUnseen } from '../journal/note/mention.ts'
import { countOfPending } from '../portfolio/proposal/inbox.ts'
import { type Claim, claimOfTask } from '../portfolio/task/claim.ts'
import { firstExpectedBy, isUnfinished, verdictDue } from '../portfolio/urgency.ts'
import type { DueDate } from '../record/due-date.ts'
import type { Named } from '../record/named.ts'
import { todayIn } from '../record/time-zone.ts'
import { countOfUnreviewed, type ReviewOf } from './review.ts'

/** The kinds of records that a person has to finish. */
export type WorkType = 'task' | 'decision' | 'service_task' | 'strategy'

/** Work of a person, or of another on whom the person waits. */
export type Work = Omit<DueDate, 'record_type' | 'date'> & {
  record_type: WorkType
  /** Null for work without a day. */
  due_at: string | null
  /** Whether it is a decision whose outcome is to be judged. */
  is_verdict: boolean
  /** Null for a kind without priorities. */
  priority: string | null
  product: Named | null
  waits: boolean
  /** Who has it to do, if it is not the person. */
  owner: string | null
  /** The task that blocks it. */
  blocker: { id: number; title: string } | null
  /** What blocks it, in words. */
  reason: string | null
  /** The agent that works on it. */
  claim: Claim | null
}

/** The person whose work is selected, on the day `today`. `until` is the last day of the work that does not wait. */
export type WorkOf = { user_id: number; today: string; until: string }

/** Returns the days of the work of a person: today, and the last of seven days with it. */
export function workDays(zone: string): Pick<WorkOf, 'today' | 'until'> {
  return { today: todayIn(zone), until: todayIn(zone, 6) }
}

const folded = (column: string) => sql`lower(${sql.ref(column)} collate "und-x-icu")`
const me = sql`(select id, ${folded('name')} as name, email from users where id = ${param('user_id')}) as me`

// The text is compared first, because an index finds it. Of users with one name, it names the oldest.
function isMine(column: 'owner' | 'assignee') {
  return sql`${folded(`record.${column}`)} = any(array[me.name, me.email])
    and (${namedUser(column)} ->> 'id')::bigint = me.id`
}

const until = sql`${param('until')}::date`
const unfinishedTask = isUnfinished(sql.ref('record.status'))
const product = sql`(select json_build_object('id', id, 'name', name) from products where id = record.product_id)`
const blocker = sql`(select json_build_object('id', id, 'title', title) from tasks where id = record.blocked_by_id)`
const reason = sql`case jsonb_typeof(record.blocked_by) when 'string' then record.blocked_by #>> '{}' end`

const columns = sql`record_type, id, title, due_at, is_verdict, priority, product, waits, owner, blocker, reason, claim`

// Tasks that wait have no end of the period, so that what blocks them is not forgotten. Those without a day have none either.
const isShown = sql`(record.due_at is null or record.due_at <= ${until} or record.status = 'blocked')`

const tasks = sql`
  select 'task', record.id, record.title, record.due_at, false, record.priority, ${product}, record.status = 'blocked',
    null, ${blocker}, ${reason}, ${claimOfTask}
  from ${me} join tasks as record on ${isMine('owner')}
  where ${unfinishedTask} and ${isShown}`

// A decision whose verdict is due is one entry: to judge its outcome is to review it too.
const decisions = sql`
  select 'decision', id, title, case when is_verdict then expected_by else review_at end, is_verdict, null, product,
    false, null, null::json, null, null::json
  from (
    select record.id, record.title, record.review_at, ${firstExpectedBy}::date as expected_by, ${verdictDue} as is_verdict,
      ${product} as product
    from ${me} join decisions as record on ${isMine('owner')}
    where record.status = 'active'
  ) as decision
  where is_verdict or review_at <= ${until}`

const serviceTasks = sql`
  select 'service_task', record.id, record.title, record.due_at, false, record.priority, null::json,
    record.status = 'blocked', null, null::json, null, null::json
  from ${me} join service_tasks as record on ${isMine('assignee')}
  where record.status in ('open', 'in-progress', 'blocked') and ${isShown}`

const strategies = sql`
  select 'strategy', record.id, record.name, record.ends_on, false, null, null::json, false, null, null::json, null, null::json
  from strategies as record
  where record.owner_id = ${param('user_id')} and record.deleted_at is null
    and record.status in ('active', 'paused') and record.ends_on <= ${until}`

// The tasks of others from decisions of the person.
const delegated = sql`
  select 'task', record.id, record.title, record.due_at, false, record.priority, ${product}, true,
    record.owner, ${blocker}, ${reason}, ${claimOfTask}
  from (select mine.id as decision_id, me.id from ${me}
      join lateral (select record.id from decisions as record
        where record.status = 'active' and ${isMine('owner')}) as mine on true) as me
    join tasks as record on record.product_decision_id = me.decision_id
  where ${unfinishedTask} and record.owner is not null
    and (${namedUser('owner')} ->> 'id')::bigint is distinct from me.id`

/** The SQL of the work of a person as the table `work`, for a FROM. */
const workOfPerson = sql`(${sql.join(
  [tasks, decisions, serviceTasks, strategies, delegated],
  sql` union all `,
)}) as work (${columns})`

/** The SQL of the number of records that a person has to finish until a day. Work that waits for others is not counted. */
const countOfWork = sql<number>`(select count(*) from (${sql.join(
  [tasks, decisions, serviceTasks, strategies],
  sql` union all `,
)}) as work (${columns}) where not waits)`

/** The most records of a person that are read. */
export const maxWork = 200

/**
 * Returns the work of a person that is due until a day, has no day, or waits for others, the earliest first and the most
 * urgent of a day first, by one statement.
 */
export function listWork(read: Read, query: WorkOf): Promise<Work[]> {
  return read(selectWork(query))
}

const selectWork = statement(
  'my_day.work',
  { user_id: 1, today: '2026-11-21', until: '2026-11-27' },
  () => sql<Work>`
      select * from ${workOfPerson}
      order by due_at nulls last, array_position(array['critical', 'high', 'medium', 'low'], priority), record_type, id
      limit ${sql.lit(maxWork)}`,
)

/** How much waits for a person: work until a day, notes that mention the person, changes to review and proposals. */
export type WaitingCounts = { work: number; mentions: number; changes: number; proposals: number }

/** Counts what waits for a person, by one statement. Changes are counted up to one more than a review shows. */
export function countWaiting(read: Read, query: WorkOf & ReviewOf): Promise<WaitingCounts> {
  return readRow(read, selectCounts(query))
}

const selectCounts = statement(
  'my_day.counts',
  { user_id: 1, today: '2026-11-21', until: '2026-11-27', hidden: ['user'] },
  () =>
    db.selectNoFrom([
      countOfWork.as('work'),
      countOfUnseen.as('mentions'),
      countOfUnreviewed.as('changes'),
      countOfPending.as('proposals'),
    ]),
)
