import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { type Read, readRow } from '../../database/read.ts'
import { statement } from '../../database/statement.ts'
import { Timestamp } from '../../record/base-fields.ts'
import { Provenance } from '../../record/provenance.ts'
import { values } from '../../record/rules/enumeration.ts'
import { Id } from '../../record/rules/id.ts'
import { slugWarnings } from '../list/filter.ts'
import { StoredProduct } from '../product/product.ts'
import { isTrusted } from '../trust.ts'
import { isPending, isUnresolved, type OverdueQuery, overdueReview } from '../urgency.ts'
import { ruleTypes, severities, signalStatuses, signalTypes } from '../vocabulary.ts'
import { Attention, attention, attentionOf, maxAttentionItems, productSlug, urgentTask } from './attention.ts'
import { type Scope, type SummaryQuery, scopeOf } from './scope.ts'
import { readTrends, Trend } from './trends.ts'

/** The maximum number of rows of each list in a summary. */
export const maxSummaryRows = {
  need_attention: maxAttentionItems,
  canon: 20,
  products: 200,
  risks: 10,
  growth_points: 10,
}

/** An unresolved signal in a list of the summary. */
const ListedSignal = z
  .object({
    id: Id,
    type: z.enum(values(signalTypes)),
    title: z.string(),
    severity: z.enum(values(severities)),
    status: z.enum(values(signalStatuses)),
    recommended_action: z.string().nullable(),
    product_slug: z.string().nullable(),
    created_by: Provenance,
  })
  .meta({
    examples: [
      {
        id: 7,
        type: 'growth-point',
        title: 'Users ask for a widget',
        severity: 'medium',
        status: 'open',
        recommended_action: 'Try it on Android first',
        product_slug: 'PRODUCT-SLUG',
        created_by: { type: 'portfolio_token', id: 3, name: 'Store agent' },
      },
    ],
  })

/** The summary of the portfolio. */
export const Summary = z.object({
  portfolio: z.object({
    health: z.enum(['critical', 'attention', 'empty', 'healthy']),
    directions_count: z.int(),
    products_count: z.int(),
    apps_count: z.int(),
    critical_problems: z.int(),
    key_growth_points: z.int(),
    proposals_pending: z.int().describe('Writes that wait for a person'),
    rules_to_approve: z.int().describe('Active canon rules that no admin has approved'),
  }),
  need_attention: z.array(Attention),
  need_attention_total: z.int().describe('How many records need attention. The list has the first of them'),
  canon: z.array(
    z.object({ id: z.int(), title: z.string(), type: z.enum(values(ruleTypes)), trusted: z.boolean() }),
  ),
  products: z.array(
    StoredProduct.pick({
      slug: true,
      name: true,
      portfolio_status: true,
      health_state: true,
      is_favorite: true,
    }),
  ),
  trends: z.array(Trend),
  risks: z.array(ListedSignal),
  growth_points: z.array(ListedSignal),
  generated_at: Timestamp,
})
export type Summary = z.output<typeof Summary>

/** The current date of the company decides which verdicts are due, also for the APIs, whose other days are those of UTC. */
type SummaryValues = SummaryQuery & OverdueQuery & { company_day: string }

/** Reads the summary of the portfolio or of one direction, by two statements that run at the same time. */
export async function readSummary(read: Read, query: SummaryValues) {
  const [row, trends] = await Promise.all([readRow(read, summary(query)), readTrends(read, query)])
  const { directions_count, products_count, apps_count, critical_problems, key_growth_points, ...others } =
    row
  const { proposals_pending, rules_to_approve, critical, high, overdue, attention, ...lists } = others
  const health = critical
    ? 'critical'
    : high || overdue
      ? 'attention'
      : products_count === 0
        ? 'empty'
        : 'healthy'
  const counts = {
    directions_count,
    products_count,
    apps_count,
    critical_problems,
    key_growth_points,
    proposals_pending,
    rules_to_approve,
  }
  const warnings = await slugWarnings(read, query, [])
  return {
    portfolio: { health, ...counts } as const,
    need_attention: attention.items.map(attentionOf),
    need_attention_total: attention.total,
    ...lists,
    trends,
    warnings,
  }
}

const summary = statement(
  'summary.portfolio',
  { direction_slug: 'utilities', today: '2026-11-21', company_day: '2026-11-21' },
  (query: SummaryValues) => {
    const scope = scopeOf(query)
    const fromUnresolved = sql`from signals where ${isUnresolved} and ${scope.placed}`
    const fromRules = sql`from canon_rules
    where status = 'active' and (${scope.placed} or direction_id is null and product_id is null)`
    const isHarmful = sql`signal_type in ('problem', 'risk')`
    return scope.db.selectNoFrom([
      sql<number>`(select count(*) from directions where ${scope.directions})`.as('directions_count'),
      sql<number>`(select count(*) from products where ${scope.products})`.as('products_count'),
      sql<number>`(select count(*) from apps where ${scope.placed})`.as('apps_count'),
      sql<number>`(select count(*) ${fromUnresolved} and signal_type = 'problem' and severity = 'critical')`.as(
        'critical_problems',
      ),
      sql<number>`(select count(*) ${fromUnresolved} and signal_type = 'growth-point' and severity in ('high', 'critical'))`.as(
        'key_growth_points',
      ),
      sql<number>`(select count(*) from proposals as record where ${isPending} ${
        query.direction_slug === undefined
          ? sql``
          : sql`and product_id in (select id from products where ${scope.products})`
      })`.as('proposals_pending'),
      sql<number>`(select count(*) ${fromRules} and approved_by is null)`.as('rules_to_approve'),
      sql<boolean>`exists (select ${fromUnresolved} and ${isHarmful} and severity = 'critical')`.as(
        'critical',
      ),
      sql<boolean>`exists (select ${fromUnresolved} and ${isHarmful} and severity = 'high')`.as('high'),
      sql<boolean>`(exists (select from decisions where ${overdueReview(query)} and ${scope.placed})
      or exists (select from tasks where ${urgentTask(query)} and ${scope.placed}))`.as('overdue'),
      attention(scope, query).as('attention'),
      listOf<Summary['canon']>(sql`select id, title, rule_type as type, ${isTrusted} as trusted ${fromRules}
      order by ${isTrusted} desc, id desc limit ${sql.lit(maxSummaryRows.canon)}`).as('canon'),
      listOf<
        Summary['products']
      >(sql`select slug, name, portfolio_status, health_state, is_favorite from products
      where ${scope.products} order by is_favorite desc, id desc limit ${sql.lit(maxSummaryRows.products)}`).as(
        'products',
      ),
      unresolvedOf(scope, 'risk', maxSummaryRows.risks).as('risks'),
      unresolvedOf(scope, 'growth-point', maxSummaryRows.growth_points).as('growth_points'),
      sql<string>`now()`.as('generated_at'),
    ])
  },
)

// Returns the SQL of the unresolved signals of one type, most severe first. It reads each severity in the order of the
// index on unresolved signals.
function unresolvedOf({ placed }: Scope, type: string, limit: number) {
  return listOf<Summary['risks']>(sql`select signal.*
    from unnest(array['critical', 'high', 'medium', 'low']) with ordinality as level (degree, rank)
    cross join lateral (
      select id, signal_type as type, title, severity, status, recommended_action,
        ${productSlug} as product_slug, created_by
      from signals where ${isUnresolved} and signal_type = ${sql.lit(type)} and severity = level.degree and ${placed}
      order by id desc limit ${sql.lit(limit)}
    ) as signal
    order by rank, id desc limit ${sql.lit(limit)}`)
}

function listOf<T>(select: RawBuilder<unknown>) {
  return sql<T>`(select coalesce(json_agg(item), '[]') from (${select}) as item)`
}
