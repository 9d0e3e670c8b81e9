import { sql } from 'kysely'
import { z } from 'zod'
import { values } from '../../record/enumeration.ts'
import { severities } from '../vocabulary.ts'
import type { Scope } from './scope.ts'

/** The maximum number of items. */
export const maxAttentionItems = 10

/** An item that needs attention. */
export const Attention = z
  .object({
    title: z.string(),
    severity: z.enum(values(severities)),
    recommended_action: z.string().nullable(),
    type: z.enum(['problem', 'risk', 'decision_review', 'task']),
    product_slug: z.string().nullable(),
  })
  .meta({
    examples: [
      {
        title: 'Crashes on Android 15 doubled within a week',
        severity: 'high',
        recommended_action: 'Ship 4.2.1 with the camera fix',
        type: 'problem',
        product_slug: 'skaner-qr',
      },
    ],
  })
export type Attention = z.output<typeof Attention>

// UTC, regardless of the server's time zone.
const today = sql`(now() at time zone 'UTC')::date`

/** Condition: the review of the decision is overdue. */
export const overdueReview = sql`status = 'active' and review_at < ${today}`
/** Condition: the task has high or critical priority and is overdue. */
export const overdueTask = sql`status in ('open', 'in-progress', 'blocked')
  and priority in ('high', 'critical') and due_at < ${today}`

const slug = sql`(select slug from products where id = product_id)`

/** Returns the SQL of the items that need attention: most severe first, then oldest first. */
export function attention(scope: Scope) {
  return sql<Attention[]>`(select coalesce(json_agg(json_build_object('title', title, 'severity', severity,
      'recommended_action', recommended_action, 'type', type, 'product_slug', product_slug)
      order by critical desc, since), '[]') from (
    select *, (severity = 'critical')::int as critical from (
      (select title, severity, recommended_action, signal_type as type, ${slug} as product_slug, created_at as since
        from signals where status = 'open' and signal_type in ('problem', 'risk')
        and severity in ('high', 'critical') and ${scope.placed}
        order by (severity = 'critical') desc, id limit ${sql.lit(maxAttentionItems)})
      union all
      (select title, 'high', 'Review the decision, due on ' || review_at || '.', 'decision_review', ${slug}, review_at
        from decisions where ${overdueReview} and ${scope.owned} order by review_at limit ${sql.lit(maxAttentionItems)})
      union all
      (select title, priority, 'Finish the task, due on ' || due_at || '.', 'task', ${slug}, due_at
        from tasks where ${overdueTask} and ${scope.placed} order by due_at limit ${sql.lit(maxAttentionItems)})
    ) as item order by critical desc, since limit ${sql.lit(maxAttentionItems)}
  ) as item)`
}
