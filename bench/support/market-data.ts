import type pg from 'pg'

const author = `'{"type": "system", "id": null, "name": "bench"}'::jsonb`
const apps = 100

/** Creates 100 apps of 20 products. */
export async function seedApps(pool: pg.Pool): Promise<void> {
  await pool.query(`
    insert into products (slug, direction_id, name, created_by, updated_by)
    select 'product-' || n, 1 + n % 6, 'Product ' || n, ${author}, ${author} from generate_series(1, 20) as n;
    insert into apps (slug, product_id, name, platform, product_binding_status, created_by, updated_by)
    select 'app-' || n, 1 + n % 20, 'App ' || n, (array['Android', 'iOS'])[1 + n % 2], 'confirmed', ${author}, ${author}
    from generate_series(1, ${apps}) as n;
    analyze`)
}

/** Creates `rows` keyword positions: 25 keywords in 4 countries for each app and day, from yesterday backwards. */
export async function seedPositions(pool: pg.Pool, rows: number): Promise<void> {
  const client = await pool.connect()
  try {
    // Skips the checks of foreign keys, which would take most of the time.
    await client.query('set session_replication_role = replica')
    await client.query(`
      insert into keyword_positions (app_id, keyword, country, platform, position, date, created_by, updated_by)
      select 1 + n % ${apps}, 'keyword ' || n / ${apps} % 25, (array['DE', 'FR', 'US', 'CY'])[1 + n / ${25 * apps} % 4],
        'iOS', nullif(n::bigint * 7919 % 1001, 0), current_date - 1 - n / ${100 * apps}, ${author}, ${author}
      from generate_series(0, ${rows} - 1) as n`)
    await client.query('reset session_replication_role')
    await client.query('vacuum analyze keyword_positions')
  } finally {
    client.release()
  }
}

/** Returns a CSV file with `lines` keyword positions that are not stored yet, or all of another day. */
export function positionsFile(lines: number, date: string): Buffer {
  const rows = Array.from({ length: lines }, (_, n) => {
    const [app, keyword] = [1 + (n % apps), Math.floor(n / apps)]
    return `app-${app};imported keyword ${keyword};DE;${n % 7 === 0 ? '' : 1 + (n % 1000)};${date}`
  })
  return Buffer.from(`\uFEFFapp_slug;keyword;country;position;date\r\n${rows.join('\r\n')}\r\n`)
}
