import type pg from 'pg'
import { digest, generateSecret, maskSecret } from '../../src/record/token-format.ts'

const author = `'{"type": "system", "id": null, "name": "bench"}'::jsonb`

/** Fills an empty database with 200 products, 1,000 apps and 20,000 signals. Returns a portfolio token. */
export async function seedPortfolio(pool: pg.Pool): Promise<string> {
  await pool.query(`
    insert into products (slug, direction_id, name, portfolio_status, is_favorite, summary, health_state, next_step,
      created_by, updated_by)
    select 'product-' || n, 1 + n % 6, 'Product ' || n, (array['candidate', 'core', 'support'])[1 + n % 3], n % 10 = 0,
      'What product ' || n || ' is for, in a sentence or two of text.', 'stable', 'Ask its users.',
      ${author}, ${author}
    from generate_series(1, 200) as n;
    insert into apps (slug, product_id, name, platform, product_binding_status, created_by, updated_by)
    select 'app-' || n, 1 + n % 200, 'App ' || n, (array['Android', 'iOS'])[1 + n % 2], 'confirmed', ${author}, ${author}
    from generate_series(1, 1000) as n;
    insert into signals (product_id, credential, signal_type, severity, status, title, recommended_action, resolved_at,
      created_at, created_by, updated_by)
    select 1 + n % 200, 'bench', (array['problem', 'risk', 'growth-point'])[1 + n % 3],
      (array['low', 'medium', 'high', 'critical'])[1 + n / 7 % 4],
      case when n % 20 = 0 then 'open' else 'resolved' end, 'Signal ' || n, 'Do something about it.',
      case when n % 20 = 0 then null else now() - n % 300 * interval '1 day' end,
      now() - n % 365 * interval '1 day', ${author}, ${author}
    from generate_series(1, 20000) as n;
    analyze`)
  const secret = generateSecret('pft')
  await pool.query(
    `insert into tokens (prefix, name, digest, display, abilities, created_by)
      values ('pft', 'bench', $1, $2, '["read", "write"]', ${author})`,
    [digest(secret), maskSecret(secret)],
  )
  return secret
}
