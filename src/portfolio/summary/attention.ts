import { sql } from 'kysely'
import { z } from 'zod'
import { type Read, readRow } from '../../database/read.ts'
import { statement } from '../../database/statement.ts'
import { db } from '../../database/tables.ts'
import { Provenance } from '../../record/provenance.ts'
import { values } from '../../record/rules/enumeration.ts'
import { Id } from '../../record/rules/id.ts'
import { failingGuard } from '../guard/guard.ts'
import type { KindName } from '../kinds.ts'
import { isUnresolved, type OverdueQuery, overdueReview, overdueTask } from '../urgency.ts'
import { severities } from '../vocabulary.ts'
import type { Scope } from './scope.ts'

/** The maximum number of items. */
export const maxAttentionItems = 10

/** An item that needs attention: an unresolved signal, a decision whose review is overdue, an overdue task, or a failing guard. */
export const Attention = z
  .object({
    id: Id,
    type: z.enum(['problem', 'risk', 'growth-point', 'decision_review', 'task', 'guard']),
    title: z.string(),
    severity: z.enum(values(severities)),
    status: z.string().describe('The status of the signal, decision, task or canon rule'),
    recommended_action: z.string().nullable(),
    product_slug: z.string().nullable(),
    created_by: Provenance,
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
        created_by: { type: 'portfolio_token', id: 3, name: 'Store agent' },
      },
    ],
  })
export type Attention = z.output<typeof Attention>

/** The kind of the record that an item is about, by the type of the item. */
export const attentionKinds = {
  problem: 'signal',
  risk: 'signal',
  'growth-point': 'signal',
  decision_review: 'decision',
  task: 'task',
  guard: 'canon_rule',
} as const satisfies Record<Attention['type'], KindName>

/** Returns the condition: the task has high or critical priority and is overdue. */
export function urgentTask(query: OverdueQuery) {
  return sql`priority in ('high', 'critical') and ${overdueTask(query)}`
}

// What to do about an overdue task. One that is blocked cannot be finished yet.
const nextStep = sql`case when status <> 'blocked' then 'Finish the task, due on ' || due_at || '.'
  else coalesce(
    'Waits for the task "' || (select title from tasks as blocker where blocker.id = tasks.blocked_by_id) || '".',
    'Waits for: ' || (blocked_by #>> '{}'),
    'Say what the task waits for, or open it.'
  ) end`

/** The slug of the product of a row. */
export const productSlug = sql`(select slug from products where id = product_id)`

// Reads the oldest signals of each type and severity in the order of the index on unresolved signals.
function urgentSignals({ placed }: Scope) {
  return sql`(select signal.* from (values ('problem', 'critical'), ('risk', 'critical'), ('growth-point', 'critical'),
      ('problem', 'high'), ('risk', 'high')) as urgent (type, degree)
    cross join lateral (
      select id, signal_type as type, title, severity, status, recommended_action, ${productSlug} as product_slug, created_by,
        created_at as since
      from signals where ${isUnresolved} and signal_type = urgent.type and severity = urgent.degree and ${placed}
      order by id limit ${sql.lit(maxAttentionItems)}
    ) as signal)`
}

/**
 * Returns the SQL of the items that need attention: most severe first, problems and risks before growth points, then
 * oldest first.
 */
export function attention(scope: Scope, query: OverdueQuery) {
  return sql<Attention[]>`(select coalesce(json_agg(json_build_object('id', id, 'type', type, 'title', title,
      'severity', severity, 'status', status, 'recommended_action', recommended_action, 'product_slug', product_slug, 'created_by', created_by)
      order by critical desc, is_chance, since), '[]') from (
    select *, (severity = 'critical')::int as critical, type = 'growth-point' as is_chance from (
      ${urgentSignals(scope)}
      union all
      (select id, 'decision_review', title, 'high', status, 'Review the decision, due on ' || review_at || '.', ${productSlug},
          created_by, review_at
        from decisions where ${overdueReview(query)} and ${scope.placed} order by review_at limit ${sql.lit(maxAttentionItems)})
      union all
      (select id, 'task', title, priority, status, ${nextStep}, ${productSlug}, created_by, due_at
        from tasks where ${urgentTask(query)} and ${scope.placed} order by due_at limit ${sql.lit(maxAttentionItems)})
      union all
      (select id, 'guard', title, 'high', status, 'Correct the guard, which fails: ' || guard_failure, ${productSlug},
          created_by, guard_failed_at
        from canon_rules where ${failingGuard} and ${scope.placed} order by guard_failed_at limit ${sql.lit(maxAttentionItems)})
    ) as item order by critical desc, is_chance, since limit ${sql.lit(maxAttentionItems)}
  ) as item)`
}

const selectCount = statement('summary.count_attention', { today: '2026-11-21' }, (query: OverdueQuery) =>
  db.selectNoFrom(
    sql<number>`(select count(*) from signals where ${isUnresolved} and (severity = 'critical'
        or severity = 'high' and signal_type in ('problem', 'risk')))
      + (select count(*) from decisions where ${overdueReview(query)})
      + (select count(*) from tasks where ${urgentTask(query)})
      + (select count(*) from canon_rules where ${failingGuard})`.as('total'),
  ),
)

/** Returns how many items of the portfolio need attention. */
export async function countNeedAttention(read: Read, query: OverdueQuery): Promise<number> {
  return (await readRow(read, selectCount(query))).total
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
