import type pg from 'pg'
import { digest, generateSecret, maskSecret } from '../../src/record/token-format.ts'

const author = `'{"type": "system", "id": null, "name": "bench"}'::jsonb`

/**
 * Creates users, 1,000 companies and `applications` applications, and the partitions for clicks from 2023 on. Returns
 * the token of one user.
 */
export async function seedOperations(pool: pg.Pool, applications: number): Promise<string> {
  await createPartitionsSince(pool, '2023-01-01')
  await pool.query(`
    insert into users (name, email, role, password, created_by, updated_by)
    select 'Person ' || n, 'person-' || n || '@bench.test', 'admin', '-', ${author}, ${author}
    from generate_series(1, 50) as n;
    insert into companies (name, created_by, updated_by)
    select 'Company ' || n, ${author}, ${author} from generate_series(1, 1000) as n;
    insert into applications (name, platform, status, native_id, company_id, owner_id, created_by, updated_by)
    select 'Application ' || n, (array['ios', 'android'])[1 + n % 2], 'active', 'api-' || n, 1 + n % 1000, 1 + n % 50,
      ${author}, ${author}
    from generate_series(1, ${applications}) as n;
    analyze`)
  const secret = generateSecret('ops')
  await pool.query(
    `insert into tokens (prefix, name, digest, display, abilities, user_id, created_by)
      values ('ops', 'bench', $1, $2, '["apps:read", "analytics:read", "analytics:write"]', 1, ${author})`,
    [digest(secret), maskSecret(secret)],
  )
  return secret
}

/** Creates the partitions of the clicks from a day to today. */
export async function createPartitionsSince(client: pg.Pool | pg.PoolClient, first: string): Promise<void> {
  await client.query(
    `select create_clicks_partition(day::date) from generate_series($1::date, current_date, '1 day') as day`,
    [first],
  )
}

/** Creates `rows` rows of clicks: 500 applications a day, from yesterday backwards. */
export async function seedClicks(pool: pg.Pool, rows: number): Promise<void> {
  const client = await pool.connect()
  try {
    // Skips the checks of foreign keys, which would take most of the time.
    await client.query('set session_replication_role = replica; set statement_timeout = 0')
    await client.query(`
      insert into clicks (date, app_id, company_id, clicks, created_by, updated_by)
      select current_date - 1 - (n / 500)::int % 1000, 1 + n % 500, 1 + n / 500000, n % 1000, ${author}, ${author}
      from generate_series(0, ${rows} - 1) as n`)
    await client.query('reset session_replication_role; reset statement_timeout')
    await client.query('vacuum analyze clicks')
  } finally {
    client.release()
  }
}
