import { sql } from 'kysely'
import type { Read } from '../../database/read.ts'
import { statement } from '../../database/statement.ts'
import { daysFromToday, today } from '../../record/day.ts'
import { portfolioTables } from '../tables.ts'
import type { Operation } from './writes.ts'

/** The records that examples name: the newest of each kind, or a placeholder. */
export type Known = { [kind in keyof typeof placeholders]: string | number }

/** An example of a write: the slug or id in its path, and its body. */
export type Example = { target?: string | number; body: Record<string, unknown> }

const placeholders = {
  direction: 'DIRECTION-SLUG',
  product: 'PRODUCT-SLUG',
  app: 'APP-SLUG',
  signal: 1,
  decision: 1,
  task: 1,
  rule: 1,
}

// What a slug of a name consists of. No other text of a record stands in an example, whose command a shell runs.
const plainSlug = /^[a-z0-9_-]{1,100}$/

/** Reads the newest record of each kind, so that an example can be sent unchanged. */
export async function readKnown(read: Read): Promise<Known> {
  const [row] = await read(known({}))
  const found = Object.entries(row ?? {}).filter(
    ([, value]) => typeof value === 'number' || (value !== null && plainSlug.test(value)),
  )
  return { ...placeholders, ...Object.fromEntries(found) }
}

const newest = (column: string, table: string) =>
  sql<string | number | null>`(select ${sql.ref(column)} from ${sql.table(table)} order by id desc limit 1)`

const known = statement((_: Record<string, never>) =>
  portfolioTables.selectNoFrom([
    sql<string | null>`(select slug from directions order by id limit 1)`.as('direction'),
    newest('slug', 'products').as('product'),
    newest('slug', 'apps').as('app'),
    newest('id', 'signals').as('signal'),
    newest('id', 'decisions').as('decision'),
    newest('id', 'tasks').as('task'),
    newest('id', 'canon_rules').as('rule'),
  ]),
)

/** The example of every write. */
export const examples: Record<Operation, (known: Known) => Example> = {
  create_product: ({ direction }) => ({
    body: { direction_slug: direction, name: `New product ${unique()}`, portfolio_status: 'candidate' },
  }),
  change_product: ({ product }) => ({
    target: product,
    body: { health_state: 'watch', next_step: 'Measure retention again in two weeks.' },
  }),
  create_app: ({ direction }) => ({
    body: {
      direction_slug: direction,
      name: `New app ${unique()}`,
      platform: 'Android',
      product_binding_status: 'product-candidate',
      product_candidate_name: 'Document scanner',
    },
  }),
  change_app: ({ app }) => ({ target: app, body: { implementation_status: 'building' } }),
  record_signal: ({ product }) => ({
    body: {
      product_slug: product,
      signal_type: 'problem',
      source_layer: 'reviews',
      severity: 'high',
      title: 'Rating fell after the last release',
      body: '4.4 to 3.9 in a week; most complaints name the new paywall.',
      recommended_action: 'Bring the free scan back, then measure again.',
    },
  }),
  change_signal: ({ signal }) => ({ target: signal, body: { status: 'acknowledged' } }),
  record_insight: ({ product }) => ({
    body: {
      product_slug: product,
      source_layer: 'appmetrica',
      confidence_level: 'medium',
      impact_level: 'high',
      title: 'Half of the trials start from the widget',
      body: 'People who use the widget in the first week start a trial three times as often.',
      discovered_at: today(),
    },
  }),
  record_economics: ({ product }) => ({
    body: {
      product_slug: product,
      title: 'The last month',
      period_start: daysFromToday(-30),
      period_end: today(),
      economics_status: 'unconfirmed',
      conclusion: 'Advertising paid back in 40 days; the store has not confirmed it yet.',
    },
  }),
  record_decision: ({ product }) => ({
    body: {
      product_slug: product,
      title: 'Scale the Android version',
      decision_type: 'scale',
      owner: 'Head of product',
      decision: 'Double the advertising budget for a month.',
      rationale: 'Payback is 40 days and organic installs grow.',
      review_at: daysFromToday(30),
      tasks: [{ title: 'Raise the budget', priority: 'high', due_at: daysFromToday(7) }],
    },
  }),
  change_decision: ({ decision }) => ({ target: decision, body: { review_at: daysFromToday(14) } }),
  create_task: ({ product }) => ({
    body: {
      product_slug: product,
      title: 'Check the paywall wording',
      priority: 'high',
      due_at: daysFromToday(7),
    },
  }),
  change_task: ({ task }) => ({ target: task, body: { status: 'in-progress' } }),
  create_canon_rule: () => ({
    body: {
      title: 'No advertising without confirmed economics',
      rule_type: 'portfolio-governance',
      body: 'A budget is raised only where the economics of the last month are confirmed by the store.',
      status: 'draft',
    },
  }),
  change_canon_rule: ({ rule }) => ({ target: rule, body: { status: 'draft' } }),
}

// Names of products are unique in a direction, so each example gets a new name and can be sent again.
function unique(): string {
  return Date.now().toString(36)
}
