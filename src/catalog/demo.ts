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

const anyRow = sql`true`
// These tables use soft deletion.
const notDeleted = sql`deleted_at is null`

// Tables that must be empty, with the rows that count. The migrations seed the directions and the agent `main`.
const emptyTables = {
  products: anyRow,
  apps: anyRow,
  signals: anyRow,
  insights: anyRow,
  economics: anyRow,
  decisions: anyRow,
  tasks: anyRow,
  canon_rules: anyRow,
  competitors: anyRow,
  competitor_reviews: anyRow,
  keyword_positions: anyRow,
  store_truth: anyRow,
  companies: notDeleted,
  applications: notDeleted,
  strategies: notDeleted,
  keywords: notDeleted,
  contacts: notDeleted,
  clicks: anyRow,
  services: anyRow,
  improvements: anyRow,
  service_tasks: anyRow,
  bugs: anyRow,
  agents: sql`${notDeleted} and name <> 'main'`,
  turns: anyRow,
}

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
  const counts = Object.entries(emptyTables).map(
    ([table, condition]) =>
      sql`select ${table}::text as kind, count(*)::int as count from ${sql.table(table)} where ${condition}`,
  )
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
