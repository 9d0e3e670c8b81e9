const text = { type: 'string' }
const maybe = { type: 'string', nullable: true }
const whole = { type: 'integer' }
const maybeWhole = { type: 'integer', nullable: true }
const yes = { type: 'boolean' }

const record = (properties: Record<string, object>) => ({ type: 'object', properties })
const list = (properties: Record<string, object>) => ({ type: 'array', items: record(properties) })

const by = record({ type: text, id: whole, name: text })
const stored = { id: whole, created_at: text, updated_at: text, created_by: by, updated_by: by }
const point = { id: whole, title: text, severity: text, recommended_action: maybe, product_slug: maybe }

const signal = {
  ...stored,
  product_id: maybeWhole,
  direction_id: maybeWhole,
  app_id: maybeWhole,
  external_ref: maybe,
  signal_type: text,
  source_layer: text,
  severity: text,
  status: text,
  title: text,
  body: maybe,
  recommended_action: maybe,
  resolved_at: maybe,
  product_slug: maybe,
  direction_slug: maybe,
  app_slug: maybe,
}

const product = {
  ...stored,
  slug: text,
  direction_id: whole,
  name: text,
  portfolio_status: text,
  product_focus: text,
  summary: maybe,
  is_revenue_generating: yes,
  is_favorite: yes,
  monetization_model: maybe,
  health_state: maybe,
  health_summary: maybe,
  risk_summary: maybe,
  growth_chance: maybe,
  next_step: maybe,
  direction_slug: text,
  direction: record({ id: whole, slug: text, name: text }),
  apps_count: whole,
  open_signals_count: whole,
}

const limited = (maxLength: number) => ({ type: 'string', minLength: 1, maxLength })

/** What the hand-written server takes and answers, for Ajv and fast-json-stringify. */
export const answers = {
  paging: record({
    limit: { type: 'string', pattern: '^\\d+$', default: '50' },
    offset: { type: 'string', default: '0' },
  }),
  summary: record({
    message: text,
    portfolio: record({
      health: text,
      directions_count: whole,
      products_count: whole,
      apps_count: whole,
      critical_problems: whole,
      key_growth_points: whole,
    }),
    need_attention: list({
      title: text,
      severity: text,
      recommended_action: maybe,
      type: text,
      product_slug: maybe,
    }),
    canon: list({ title: text, type: text }),
    products: list({ slug: text, name: text, portfolio_status: text, health_state: maybe, is_favorite: yes }),
    trends: list({ metric: text, current: whole, previous: whole, delta: whole, direction: text }),
    risks: list(point),
    growth_points: list(point),
    generated_at: text,
  }),
  products: record({
    message: text,
    products: list(product),
    meta: record({ total: maybeWhole, count: whole, limit: whole, offset: whole }),
  }),
  signal: record({ message: text, signal: record(signal) }),
  newSignal: {
    type: 'object',
    additionalProperties: false,
    required: ['product_slug', 'signal_type', 'title'],
    properties: {
      product_slug: { type: 'string', pattern: '^[a-z0-9][a-z0-9_-]*$', maxLength: 255 },
      signal_type: { enum: ['growth-point', 'problem', 'risk'] },
      source_layer: {
        enum: [
          ...[
            'metrika',
            'appmetrica',
            'store-console',
            'app-store-connect',
            'google-play',
            'ads',
            'reviews',
            'support',
          ],
          ...['finance', 'research', 'competitors', 'crm', 'agent', 'manual'],
        ],
      },
      severity: { enum: ['low', 'medium', 'high', 'critical'] },
      status: { enum: ['open', 'acknowledged', 'in-progress', 'resolved', 'dismissed'] },
      title: limited(255),
      body: limited(20_000),
      recommended_action: limited(5000),
      external_ref: limited(191),
    },
  },
}

type Row = Record<string, unknown> & { trends: Record<string, { current: number; previous: number }> }

/** The row of the summary as it is answered. */
export function summaryOf({ critical, high, overdue, trends, ...row }: Row) {
  const health = critical
    ? 'critical'
    : high || overdue
      ? 'attention'
      : row.products_count
        ? 'healthy'
        : 'empty'
  const compared = Object.entries(trends).map(([metric, { current, previous }]) => {
    const delta = current - previous
    return { metric, current, previous, delta, direction: delta > 0 ? 'up' : delta < 0 ? 'down' : 'flat' }
  })
  return { ...row, portfolio: { ...row, health }, trends: compared }
}
