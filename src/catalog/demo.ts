import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import type { Actor } from '../access/actor.ts'
import { requireAdministrator } from '../access/policy.ts'
import { fillAssistant } from '../assistant/demo.ts'
import { lock } from '../database/lock.ts'
import { fillOperations } from '../operations/demo.ts'
import { fillPortfolio } from '../portfolio/demo.ts'
import { Fault } from '../record/fault.ts'
import { spreadOverWeeks } from './demo-times.ts'
import { recordCatalog } from './record-catalog.ts'

// The tables that must be empty. The migrations fill that of the directions.
const emptyTables = [...recordCatalog.values()].filter(
  ({ adminOnly, table }) => !adminOnly && table !== 'directions',
)

/**
 * Adds the demo data of portfolio, operations and assistant. Returns the number of added records by kind.
 *
 * @throws Fault if the database is not empty, unless `force` is given
 */
export async function fillDemo(
  em: EntityManager,
  actor: Actor,
  { force, report }: { force: boolean; report: (line: string) => void },
) {
  requireAdministrator(actor)
  await lock(em, 'demo')
  if (!force) await requireEmptyDatabase(em)
  const added = {
    ...(await fillPortfolio(em, actor, report)),
    ...(await fillOperations(em, actor)),
    ...(await fillAssistant(em, actor)),
  }
  await em.flush()
  await spreadOverWeeks(em)
  return added
}

async function requireEmptyDatabase(em: EntityManager): Promise<void> {
  const counts = [...emptyTables, { table: 'clicks' }, { table: 'turns' }].map((entry) => {
    const isLive = 'softDeleted' in entry && entry.softDeleted ? sql`deleted_at is null` : sql`true`
    // The migrations also add the agent `main`.
    const counts = entry.table === 'agents' ? sql`${isLive} and name <> 'main'` : isLive
    return sql`select ${entry.table}::text as kind, count(*)::int as count from ${sql.table(entry.table)} where ${counts}`
  })
  const { rows } = await sql<{ kind: string; count: number }>`
    select kind, count from (${sql.join(counts, sql` union all `)}) as counts where count > 0
  `.execute(em.getKysely())
  if (rows.length === 0) return
  const found = rows.map(({ kind, count }) => `${kind.replace('_', ' ')} ${count}`).join(', ')
  throw new Fault(
    'conflict',
    `The database is not empty (${found}). Use --force to add the demo data anyway.`,
  )
}
