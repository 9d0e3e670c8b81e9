import { compare, type Rounds } from './support/compare.ts'
import { benchDatabase } from './support/database.ts'
import { seedPortfolio } from './support/portfolio-data.ts'
import { startServer } from './support/server.ts'

const guarded = '20 guards'
// Each is evaluated for a signal to its end, and two read its product and direction.
const conditions = [
  "write.kind == 'signal' && after.severity == 'low' && write.actor == 'agent'",
  "write.kind == 'signal' && (product.portfolio_status in ['frozen', 'sunset'] || direction.status != 'active')",
  "after.title.contains('никогда') || (after.body != null && size(after.body) > 10000)",
]
const signal = {
  product_slug: 'product-7',
  signal_type: 'problem',
  title: 'Crashes after the update on Android 15',
  severity: 'high',
}

/** Measures what 20 guards, of which a write meets none, add to the creation of a signal. */
export async function guardsBench(rounds: Rounds): Promise<void> {
  const bench = await benchDatabase()
  try {
    const secret = await seedPortfolio(bench.pool)
    await bench.pool.query(
      `insert into canon_rules (title, rule_type, body, created_by, updated_by, approved_by, guard_when, guard_effect)
        select 'Rule ' || number, 'freeze-policy', 'Body', author, author, author, $1::jsonb ->> (number % 3), 'refuse'
        from generate_series(0, 19) as number, (select '{"type":"system","id":null,"name":"system"}'::jsonb as author) as by`,
      [JSON.stringify(conditions)],
    )
    const server = await startServer('ours', { DATABASE_URL: bench.url })
    const scenario = {
      name: 'signal create',
      targetRatio: 0.9,
      method: 'POST',
      path: '/api/portfolio/signals',
      headers: { 'x-portfolio-token': secret, 'content-type': 'application/json' },
      body: JSON.stringify(signal),
      prepare: (label: string) =>
        bench.pool.query('update canon_rules set status = $1 where guard_when is not null', [
          label === guarded ? 'active' : 'archived',
        ]),
    } as const
    await compare(scenario, { [guarded]: server, 'no guard': server }, rounds)
    await server.stop()
  } finally {
    await bench.close()
  }
}
