import type { AddressInfo } from 'node:net'
import { makeWorld, token, type World } from '../support/world.ts'

/** A test world whose server listens on a port. */
export type McpWorld = World & {
  /** The base URL of the server. */
  address: string
  /** The environment of a process that shares the database. */
  environment: Record<string, string>
}

/** Creates a world that real clients can connect to. */
export async function makeMcpWorld(environment: Record<string, string> = {}): Promise<McpWorld> {
  const world = await makeWorld(environment)
  await world.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = world.app.server.address() as AddressInfo
  const { PATH = '', HOME = '', NODE_COMPILE_CACHE = '' } = process.env
  return {
    ...world,
    address: `http://127.0.0.1:${port}`,
    environment: {
      PATH,
      HOME,
      NODE_COMPILE_CACHE,
      DATABASE_URL: world.url,
      LOG_LEVEL: 'silent',
      PORTFOLIO_TOKEN: token,
    },
  }
}

/** Creates records of every kind, so that every tool has something to return. */
export async function fill({ send }: World): Promise<void> {
  const post = async (path: string, body: object) => {
    const answer = await send('POST', `/api/portfolio/${path}`, body)
    if (answer.status !== 201) throw new Error(`${path}: ${JSON.stringify(answer.body)}`)
    return answer.body
  }
  const product_slug = 'qr-scanner'
  await post('products', {
    direction_slug: 'documents-qr',
    name: 'QR scanner',
    portfolio_status: 'core',
    is_favorite: true,
  })
  await post('products', { direction_slug: 'fitness', name: 'Step counter', product_focus: 'scale' })
  await post('apps', {
    product_slug,
    name: 'QR scanner for Android',
    platform: 'Android',
    package_id: 'com.example.qr',
  })
  await post('signals', { product_slug, signal_type: 'problem', severity: 'high', title: 'Rating fell' })
  await post('signals', {
    product_slug,
    signal_type: 'growth-point',
    severity: 'low',
    title: 'Widget requested',
  })
  await post('insights', {
    product_slug,
    title: 'Trials start from the widget',
    body: 'Three times as often.',
  })
  await post('economics', {
    product_slug,
    title: 'October',
    period_start: '2026-10-01',
    period_end: '2026-10-31',
  })
  await post('decisions', {
    product_slug,
    title: 'Scale it',
    decision_type: 'scale',
    owner: 'Head of product',
    decision: 'Double the budget.',
    review_at: '2099-01-31',
    tasks: [{ title: 'Raise the budget', priority: 'high' }],
  })
  await post('tasks', { product_slug, title: 'Check the paywall' })
  await post('canon-rules', {
    title: 'No guesses',
    rule_type: 'portfolio-governance',
    body: 'Numbers first.',
  })
}

const app_slug = 'qr-scanner-for-android'

/** A valid value for every argument of every tool, on the records of `fill`. */
export const everyArgument: Record<string, Record<string, unknown>> = {
  get_portfolio_summary: { direction_slug: 'documents-qr' },
  list_directions: {},
  list_products: {
    direction_slug: 'documents-qr',
    portfolio_status: 'core',
    product_focus: 'assess-development',
    is_favorite: true,
    query: 'qr',
    limit: 5,
    offset: 0,
    full: true,
  },
  get_product: { product: 'qr-scanner', full: true },
  list_apps: {
    product_slug: 'qr-scanner',
    direction_slug: 'documents-qr',
    platform: 'Android',
    binding: 'confirmed',
    package_id: 'com.example.qr',
    bundle_id: 'com.example.qr',
    store_url: 'https://play.google.com/store/apps/details?id=com.example.qr',
    query: 'qr',
    limit: 5,
    offset: 0,
    full: true,
  },
  get_app: { app: app_slug, full: true },
  list_canon_rules: {
    status: 'active',
    rule_type: 'portfolio-governance',
    direction_slug: 'documents-qr',
    product_slug: 'qr-scanner',
    limit: 5,
    offset: 0,
  },
  get_week: { week: '2026-W10' },
  get_trends: {
    metric: 'position',
    app_slug,
    keyword: 'qr',
    country: 'DE',
    days: 7,
  },
  search: { query: 'rating', kinds: 'signal,task', product_slug: 'qr-scanner', limit: 5 },
  list_signals: {
    ...placeArguments(),
    app_slug,
    signal_type: 'problem',
    status: 'open',
    unresolved: true,
    severity: 'high',
  },
  list_insights: { ...placeArguments(), app_slug, impact_level: 'medium', include_retracted: true },
  list_economics: { ...placeArguments(), status: 'unconfirmed', include_retracted: true },
  list_decisions: {
    ...placeArguments(),
    app_slug,
    status: 'active',
    owner: 'Head of product',
    review_before: '2099-02-01',
    overdue: false,
    outcome: 'met',
    verdict_due: false,
  },
  list_tasks: {
    ...placeArguments(),
    app_slug,
    status: 'open',
    priority: 'high',
    owner: 'Head of product',
    overdue: false,
    delegate: 'me',
    claimable: true,
  },
  list_changes: {
    after: '2020-01-01T00:00:00Z',
    actor: 'env_token:env:1',
    entity: 'product',
    product_slug: 'qr-scanner',
    direction_slug: 'documents-qr',
    limit: 5,
  },
  list_proposals: {
    status: 'pending',
    mine: false,
    kind: 'signal',
    product_slug: 'qr-scanner',
    limit: 5,
    offset: 0,
    full: true,
  },
  get_record: { kind: 'decision', id: '1' },
  describe_write_api: { operation: 'record_signal' },
}

function placeArguments() {
  return {
    product_slug: 'qr-scanner',
    direction_slug: 'documents-qr',
    query: 'a',
    since: '2020-01-01',
    limit: 5,
    offset: 0,
    full: true,
  }
}
