const text = { type: 'string' }
const nullableText = { type: 'string', nullable: true }
const integer = { type: 'integer' }
const nullableInteger = { type: 'integer', nullable: true }
const boolean = { type: 'boolean' }

const record = (properties: Record<string, object>) => ({ type: 'object', properties })
const list = (properties: Record<string, object>) => ({ type: 'array', items: record(properties) })

const by = record({ type: text, id: integer, name: text })
const stored = { id: integer, created_at: text, updated_at: text, created_by: by, updated_by: by }
const point = {
  id: integer,
  title: text,
  severity: text,
  recommended_action: nullableText,
  product_slug: nullableText,
}

const signal = {
  ...stored,
  product_id: nullableInteger,
  direction_id: nullableInteger,
  app_id: nullableInteger,
  external_ref: nullableText,
  signal_type: text,
  source_layer: text,
  severity: text,
  status: text,
  title: text,
  body: nullableText,
  recommended_action: nullableText,
  resolved_at: nullableText,
  product_slug: nullableText,
  direction_slug: nullableText,
  app_slug: nullableText,
}

const product = {
  ...stored,
  slug: text,
  direction_id: integer,
  name: text,
  portfolio_status: text,
  product_focus: text,
  summary: nullableText,
  is_revenue_generating: boolean,
  is_favorite: boolean,
  monetization_model: nullableText,
  health_state: nullableText,
  health_summary: nullableText,
  risk_summary: nullableText,
  growth_chance: nullableText,
  next_step: nullableText,
  direction_slug: text,
  direction: record({ id: integer, slug: text, name: text }),
  apps_count: integer,
  open_signals_count: integer,
}

const limited = (maxLength: number) => ({ type: 'string', minLength: 1, maxLength })

/** The request and response schemas of the hand-written server, for Ajv and fast-json-stringify. */
export const answers = {
  paging: record({
    limit: { type: 'string', pattern: '^\\d+$', default: '50' },
    offset: { type: 'string', default: '0' },
  }),
  summary: record({
    message: text,
    portfolio: record({
      health: text,
      directions_count: integer,
      products_count: integer,
      apps_count: integer,
      critical_problems: integer,
      key_growth_points: integer,
    }),
    need_attention: list({
      title: text,
      severity: text,
      recommended_action: nullableText,
      type: text,
      product_slug: nullableText,
    }),
    canon: list({ title: text, type: text }),
    products: list({
      slug: text,
      name: text,
      portfolio_status: text,
      health_state: nullableText,
      is_favorite: boolean,
    }),
    trends: list({ metric: text, current: integer, previous: integer, delta: integer, direction: text }),
    risks: list(point),
    growth_points: list(point),
    generated_at: text,
  }),
  products: record({
    message: text,
    products: list(product),
    meta: record({ total: nullableInteger, count: integer, limit: integer, offset: integer }),
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

/** Converts the row of the summary to the response. */
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
