import { sql } from 'kysely'
import { z } from 'zod'
import type { Read } from '../../database/read.ts'
import { statement } from '../../database/statement.ts'
import { dayPhrase, type Phrase, phrase } from '../../language/phrase.ts'
import { Timestamp } from '../../record/base-fields.ts'
import { timestampText } from '../../record/column.ts'
import { Provenance } from '../../record/provenance.ts'
import { values } from '../../record/rules/enumeration.ts'
import { Id } from '../../record/rules/id.ts'
import { message } from '../../record/rules/message.ts'
import { celFault } from '../guard/cel-fault.ts'
import { failingGuard } from '../guard/guard.ts'
import type { KindName } from '../kinds.ts'
import {
  firstExpectedBy,
  isUnresolved,
  type OverdueQuery,
  overdueReview,
  overdueTask,
  verdictDueOn,
} from '../urgency.ts'
import { severities } from '../vocabulary.ts'
import type { Scope } from './scope.ts'

/** The maximum number of items. */
export const maxAttentionItems = 10

/**
 * An item that needs attention: an unresolved signal, a decision whose verdict is due or whose review is overdue, an overdue
 * task, or a failing guard.
 */
export const Attention = z
  .object({
    id: Id,
    type: z.enum(['problem', 'risk', 'growth-point', 'decision_verdict', 'decision_review', 'task', 'guard']),
    title: z.string(),
    severity: z.enum(values(severities)),
    status: z.string().describe('The status of the signal, decision, task or canon rule'),
    recommended_action: message.nullable(),
    product_slug: z.string().nullable(),
    owner: z.string().nullable().describe('The owner of the decision or task'),
    created_by: Provenance,
    created_at: Timestamp,
  })
  .meta({
    examples: [
      {
        id: 7,
        type: 'problem',
        title: 'Crashes on Android 15 doubled within a week',
        severity: 'high',
        status: 'acknowledged',
        recommended_action: 'Ship 4.2.1 with the camera fix',
        product_slug: 'PRODUCT-SLUG',
        owner: null,
        created_by: { type: 'portfolio_token', id: 3, name: 'Store agent' },
        created_at: '2026-11-21T10:00:00.000Z',
      },
    ],
  })
export type Attention = z.output<typeof Attention>

/** The kind of the record that an item is about, by the type of the item. */
export const attentionKinds = {
  problem: 'signal',
  risk: 'signal',
  'growth-point': 'signal',
  decision_verdict: 'decision',
  decision_review: 'decision',
  task: 'task',
  guard: 'canon_rule',
} as const satisfies Record<Attention['type'], KindName>

/** Returns the condition: the task has high or critical priority and is overdue. */
export function urgentTask(query: OverdueQuery) {
  return sql`priority in ('high', 'critical') and ${overdueTask(query)}`
}

// An item as it is read: what its sentence is made of, or the text that is stored with a signal.
type AttentionRow = Omit<Attention, 'type' | 'recommended_action'> &
  (
    | { type: 'problem' | 'risk' | 'growth-point'; recommended_action: string | null; facts: null }
    | { type: 'decision_verdict'; facts: { expected_by: string; review_at: string | null } }
    | { type: 'decision_review'; facts: { review_at: string } }
    | { type: 'task'; facts: { due_at: string; blocker: string | null; waits_for: string | null } }
    | { type: 'guard'; facts: { failure: string } }
  )

/** Returns an item with the sentence that says what to do about it. */
export function attentionOf(row: AttentionRow): Attention {
  const { facts: _, ...item } = row
  return { ...item, recommended_action: row.facts === null ? row.recommended_action : nextStep(row) }
}

function nextStep(row: Exclude<AttentionRow, { facts: null }>): Phrase {
  const { type, facts, status } = row
  if (type === 'decision_verdict') return judgeOutcome(facts)
  if (type === 'decision_review')
    return phrase('dashboard.reviewDecision', { day: dayPhrase(facts.review_at) })
  if (type === 'guard') return phrase('dashboard.correctGuard', { failure: celFault(facts.failure) })
  return nextStepOfTask(status, facts)
}

// A task that is blocked cannot be finished yet.
function nextStepOfTask(
  status: string,
  { due_at, blocker, waits_for }: { due_at: string; blocker: string | null; waits_for: string | null },
): Phrase {
  if (status !== 'blocked') return phrase('dashboard.finishTask', { day: dayPhrase(due_at) })
  if (blocker !== null) return phrase('dashboard.waitsForTask', { title: blocker })
  return waits_for === null
    ? phrase('dashboard.sayWhatTaskWaitsFor')
    : phrase('dashboard.waitsFor', { reason: waits_for })
}

// The judgement of a decision is its review too.
function judgeOutcome({ expected_by, review_at }: { expected_by: string; review_at: string | null }): Phrase {
  const expected = dayPhrase(expected_by)
  return review_at === null
    ? phrase('dashboard.judgeOutcome', { expected })
    : phrase('dashboard.judgeOutcomeAndReview', { expected, review: dayPhrase(review_at) })
}

/** The slug of the product of a row. */
export const productSlug = sql`(select slug from products where id = product_id)`

const urgentSignal = sql`(${isUnresolved} and (severity = 'critical' or severity = 'high' and signal_type in ('problem', 'risk')))`

// Reads the newest signals of each type and severity in the order of the index on unresolved signals.
function urgentSignals({ placed }: Scope) {
  return sql`select signal.* from (values ('problem', 'critical'), ('risk', 'critical'), ('growth-point', 'critical'),
      ('problem', 'high'), ('risk', 'high')) as urgent (type, degree)
    cross join lateral (
      select id, signal_type as type, title, severity, status, recommended_action, null::json as facts,
        ${productSlug} as product_slug, null as owner, created_by, created_at
      from signals where ${isUnresolved} and signal_type = urgent.type and severity = urgent.degree and ${placed}
      order by id desc limit ${sql.lit(maxAttentionItems)}
    ) as signal`
}

const dueVerdict = verdictDueOn('company_day')

/**
 * Returns the SQL of the items that need attention and of their total number. A decision is among them once: with its
 * verdict, if that is due. The items are ordered by severity, then
 * problems, risks, other records and growth points, then newest first.
 */
export function attention(scope: Scope, query: OverdueQuery) {
  const { placed } = scope
  const newestOf = (table: string) =>
    sql`id in (select id from ${sql.table(table)} order by id desc limit ${sql.lit(maxAttentionItems)})`
  return sql<{ items: AttentionRow[]; total: number }>`(
    with due_verdicts as materialized (select id from decisions where ${dueVerdict} and ${placed}),
    due_reviews as materialized (select id from decisions
      where ${overdueReview(query)} and not ${dueVerdict} and ${placed}),
    due_tasks as materialized (select id, priority from tasks where ${urgentTask(query)} and ${placed}),
    failing_guards as materialized (select id from canon_rules where ${failingGuard} and ${placed}),
    items as (
      ${urgentSignals(scope)}
      union all
      select id, 'decision_verdict', title, 'high', status, null, json_build_object('expected_by', ${firstExpectedBy},
        'review_at', case when ${overdueReview(query)} then review_at end), ${productSlug}, owner, created_by, created_at
      from decisions where ${newestOf('due_verdicts')}
      union all
      select id, 'decision_review', title, 'high', status, null, json_build_object('review_at', review_at), ${productSlug},
        owner, created_by, created_at
      from decisions where ${newestOf('due_reviews')}
      union all
      select id, 'task', title, priority, status, null, json_build_object('due_at', due_at,
        'blocker', (select title from tasks as blocker where blocker.id = tasks.blocked_by_id),
        'waits_for', blocked_by #>> '{}'), ${productSlug}, owner, created_by, created_at
      from tasks where id in (select id from due_tasks
        order by priority <> 'critical', id desc limit ${sql.lit(maxAttentionItems)})
      union all
      select id, 'guard', title, 'high', status, null, json_build_object('failure', guard_failure), ${productSlug},
        null, created_by, created_at
      from canon_rules where ${newestOf('failing_guards')}
    ), first_items as (
      select id, type, title, severity, status, recommended_action, facts, product_slug, owner, created_by,
        ${timestampText('created_at')} as created_at
      from items order by severity <> 'critical', case type when 'problem' then 1 when 'risk' then 2 when 'growth-point' then 4 else 3 end,
        items.created_at desc, id desc
      limit ${sql.lit(maxAttentionItems)}
    )
    select json_build_object('items', (select coalesce(json_agg(first_items), '[]') from first_items),
      'total', (select count(*) from signals where ${urgentSignal} and ${placed})
        + (select count(*) from due_verdicts) + (select count(*) from due_reviews) + (select count(*) from due_tasks) + (select count(*) from failing_guards)))`
}

/** The number of unresolved signals of one severity, in total and of each type. */
export type OpenSignals = {
  severity: keyof typeof severities
  total: number
  problems: number
  risks: number
  growth_points: number
}

/** Returns the number of unresolved signals of each severity, the highest severity first. */
export function countOpenSignals(read: Read): Promise<OpenSignals[]> {
  return read(selectCounts({}))
}

const highestFirst = sql.join(values(severities).toReversed().map(sql.lit))

const selectCounts = statement(
  'summary.open_signals',
  {},
  () => sql<OpenSignals>`
      select severity.value as severity, count(signals.id) as total,
        count(*) filter (where signal_type = 'problem') as problems,
        count(*) filter (where signal_type = 'risk') as risks,
        count(*) filter (where signal_type = 'growth-point') as growth_points
      from unnest(array[${highestFirst}]) with ordinality as severity (value, rank)
        left join signals on signals.severity = severity.value and ${isUnresolved}
      group by severity.value, severity.rank order by severity.rank`,
)
