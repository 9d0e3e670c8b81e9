import type pg from 'pg'
import { insertRequests } from '../../src/journal/request-log/request-counts.ts'
import { daysFromToday } from '../../src/record/rules/day.ts'
import { digest, generateSecret, maskSecret } from '../../src/record/token-format.ts'
import { createPartitionsSince } from './operations-data.ts'

const author = `'{"type": "system", "id": null, "name": "bench"}'::jsonb`

/** The number of rows of each table that grows, after years of use. */
export const grownSizes = {
  products: 2_000,
  signals: 200_000,
  insights: 50_000,
  decisions: 10_000,
  tasks: 30_000,
  companies: 1_000,
  applications: 50_000,
  clicks: 20_000_000,
  history: 1_000_000,
  requests: 5_000_000,
  turns: 1_000_000,
}
export type Sizes = typeof grownSizes

/** Fills an empty database with tables of these sizes. */
export async function seedGrown(pool: pg.Pool, sizes: Sizes): Promise<void> {
  const client = await pool.connect()
  try {
    // Skips the checks of foreign keys, which would take most of the time.
    await client.query('set session_replication_role = replica')
    await client.query('set statement_timeout = 0')
    await createPartitionsSince(client, daysFromToday(-sizes.clicks / 20_000))
    for (const [table, insert] of Object.entries(inserts(sizes))) {
      const startedAt = Date.now()
      await client.query(insert)
      console.log(`  ${table}: ${((Date.now() - startedAt) / 1000).toFixed(1)} s`)
    }
    await client.query('reset session_replication_role')
    await seedRequests(client, sizes.requests)
    await client.query('vacuum analyze')
  } finally {
    client.release()
  }
}

/** Creates a token of the portfolio and one of the operations. */
export async function createTokens(pool: pg.Pool): Promise<{ portfolio: string; operations: string }> {
  return {
    portfolio: await token(pool, 'pft', ['read', 'write'], null),
    operations: await token(pool, 'ops', ['admin:full'], 1),
  }
}

async function seedRequests(client: pg.PoolClient, total: number): Promise<void> {
  for (let done = 0; done < total; done += batchSize)
    await client.query(insertRequests({ rows: JSON.stringify(requests(done, total)) }))
}

const batchSize = 10_000
export const dayMs = 86_400_000
/** The age of the oldest request of the log, in days. */
export const requestDays = 30

// Half of the requests are of the last day, the others of the 29 days before. The server logs them by the same
// statement, which also counts them.
function requests(from: number, total: number): object[] {
  return Array.from({ length: Math.min(batchSize, total - from) }, (_, index) => {
    const number = from + index
    const route = `/api/v1/route-${number % 40}`
    const age = 1 - number / total
    const user_id = 1 + (number % 50)
    return {
      request_id: `request-${number}`,
      surface: ['http', 'http', 'mcp'][number % 3],
      method: ['GET', 'POST'][number % 2],
      path: `${route}/${number % 100_000}`,
      route: `${route}/{id}`,
      status: number % 500_000 === 77 ? 503 : [200, 200, 200, 201, 404, 422, 500][number % 7],
      duration_ms: number % 997 === 0 ? 500 + (number % 9000) : number % 61,
      ip: '127.0.0.1',
      user_id,
      user_name: `Person ${user_id}`,
      created_at: new Date(Date.now() - (age < 0.5 ? 2 * age : 1 + 58 * (age - 0.5)) * dayMs).toISOString(),
    }
  })
}

// Each has a statement of its own, so that progress can be shown.
function inserts(sizes: Sizes): Record<string, string> {
  return {
    products: `insert into products (slug, direction_id, name, portfolio_status, is_favorite, summary, health_state,
        next_step, created_by, updated_by)
      select 'product-' || n, 1 + n % 6, 'Product ' || n, (array['candidate', 'core', 'support'])[1 + n % 3],
        n % 100 = 0, 'What product ' || n || ' is for.', 'stable', 'Ask its users.', ${author}, ${author}
      from generate_series(1, ${sizes.products}) as n`,
    apps: `insert into apps (slug, product_id, name, platform, product_binding_status, created_by, updated_by)
      select 'app-' || n, 1 + n % ${sizes.products}, 'App ' || n, (array['Android', 'iOS'])[1 + n % 2], 'confirmed',
        ${author}, ${author}
      from generate_series(1, ${sizes.products * 3}) as n`,
    signals: `insert into signals (product_id, credential, signal_type, severity, status, title, recommended_action,
        resolved_at, created_at, created_by, updated_by)
      select 1 + n % ${sizes.products}, 'bench', (array['problem', 'risk', 'growth-point'])[1 + n % 3],
        (array['low', 'medium', 'high', 'critical'])[1 + n / 7 % 4],
        case when n % 20 = 0 then 'open' when n % 50 = 1 then 'dismissed' else 'resolved' end,
        'Падение рейтинга ' || n || ' after release ' || n % 90, 'Do something about it.',
        case when n % 20 = 0 then null else now() - (${sizes.signals} - n) / ${sizes.signals}.0 * interval '350 days' end,
        now() - (${sizes.signals} - n) / ${sizes.signals}.0 * interval '365 days', ${author}, ${author}
      from generate_series(1, ${sizes.signals}) as n`,
    insights: `insert into insights (product_id, credential, title, body, discovered_at, created_at, created_by,
        updated_by)
      select 1 + n % ${sizes.products}, 'bench', 'Insight ' || n, 'What was learned from it.', current_date,
        now() - (${sizes.insights} - n) / ${sizes.insights}.0 * interval '365 days', ${author}, ${author}
      from generate_series(1, ${sizes.insights}) as n`,
    decisions: `insert into decisions (product_id, title, decision_type, owner, decision, status, review_at, created_at,
        created_by, updated_by)
      select 1 + n % ${sizes.products}, 'Decision ' || n, 'scale', 'Owner ' || n % 20, 'Grow.',
        case when n % 5 = 0 then 'active' else 'reviewed' end, current_date - 300 + n % 600,
        now() - (${sizes.decisions} - n) / ${sizes.decisions}.0 * interval '365 days', ${author}, ${author}
      from generate_series(1, ${sizes.decisions}) as n`,
    tasks: `insert into tasks (product_id, title, owner, status, priority, due_at, done_at, created_at, created_by,
        updated_by)
      select 1 + n % ${sizes.products}, 'Task ' || n, 'Owner ' || n % 20,
        case when n % 3 = 0 then 'done' else 'open' end, (array['low', 'medium', 'high', 'critical'])[1 + n / 7 % 4],
        current_date - 300 + n % 400, case when n % 3 = 0 then now() - n % 365 * interval '1 day' end,
        now() - (${sizes.tasks} - n) / ${sizes.tasks}.0 * interval '365 days', ${author}, ${author}
      from generate_series(1, ${sizes.tasks}) as n`,
    users: `insert into users (name, email, role, password, created_by, updated_by)
      select 'Person ' || n, 'person-' || n || '@bench.test', 'admin', '-', ${author}, ${author}
      from generate_series(1, 50) as n`,
    companies: `insert into companies (name, created_by, updated_by)
      select 'Company ' || n, ${author}, ${author} from generate_series(1, ${sizes.companies}) as n`,
    applications: `insert into applications (name, platform, status, native_id, company_id, owner_id, created_by,
        updated_by)
      select 'Application ' || n, (array['ios', 'android'])[1 + n % 2], 'active', 'api-' || n, 1 + n % ${sizes.companies},
        1 + n % 50, ${author}, ${author}
      from generate_series(1, ${sizes.applications}) as n`,
    clicks: `insert into clicks (date, app_id, company_id, clicks, status, created_by, updated_by)
      select current_date - (n / 20000)::int, 1 + n % 20000, 1 + n % ${sizes.companies}, n % 1000,
        case when n % 5000 = 77 then 'rejected' else 'ok' end, ${author}, ${author}
      from generate_series(0, ${sizes.clicks} - 1) as n`,
    changed_click_days: `insert into changed_click_days (date)
      select current_date - n from generate_series(0, ${sizes.clicks} / 20000) as n`,
    // Each in a transaction of its own, if the server has had so many. The newest changes are of other records.
    history: `insert into history (record_type, record_id, event, actor, changes, surface, transaction_id, created_at)
      select case when n < ${sizes.history} * 0.7 then 'signal' else 'application' end, 1 + n % 100000, 'updated',
        ${author}, '{"title": {"from": "Old", "to": "New"}}', 'http',
        (1 + (pg_current_xact_id()::text::bigint - 1) * n / (${sizes.history} + 1))::text::xid8,
        now() - (${sizes.history} - n) / ${sizes.history}.0 * interval '365 days'
      from generate_series(1, ${sizes.history}) as n`,
    contacts: `insert into contacts (name, source, external_id, created_by, updated_by)
      select 'Contact ' || n, 'bot', 'contact-' || n, ${author}, ${author} from generate_series(1, 1000) as n`,
    turns: `insert into turns (conversation_id, contact_id, role, source, text, created_at)
      select 1 + n % 1000, 1 + n % 1000, (array['user', 'assistant'])[1 + n % 2], (array['contact', 'fallback'])[1 + n % 2],
        'What was said.', now() - (${sizes.turns} - n) / ${sizes.turns}.0 * interval '365 days'
      from generate_series(1, ${sizes.turns}) as n`,
  }
}

async function token(
  pool: pg.Pool,
  prefix: 'pft' | 'ops',
  abilities: string[],
  user: number | null,
): Promise<string> {
  const secret = generateSecret(prefix)
  await pool.query(
    `insert into tokens (prefix, name, digest, display, abilities, user_id, created_by)
      values ($1, 'bench', $2, $3, $4, $5, ${author})`,
    [prefix, digest(secret), maskSecret(secret), JSON.stringify(abilities), user],
  )
  return secret
}
