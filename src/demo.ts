import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import type { Actor } from './access/actor.ts'
import { fillAssistant } from './assistant/demo.ts'
import { lock } from './database/lock.ts'
import { fillOperations } from './operations/demo.ts'
import { fillPortfolio } from './portfolio/demo.ts'
import { Fault } from './record/fault.ts'

const written = sql`true`
// These stay as rows when they are deleted.
const live = sql`deleted_at is null`

// What there is once somebody has worked with it. Directions and one agent are there from the beginning.
const contents = {
  products: written,
  apps: written,
  signals: written,
  insights: written,
  economics: written,
  decisions: written,
  tasks: written,
  canon_rules: written,
  companies: live,
  applications: live,
  strategies: live,
  keywords: live,
  contacts: live,
  clicks: written,
  services: written,
  improvements: written,
  service_tasks: written,
  bugs: written,
  agents: sql`${live} and name <> 'main'`,
  turns: written,
}

/**
 * Adds the demonstration of every room, and says how many records of each kind that were.
 *
 * @throws Fault if the database is not empty, unless `force` is given
 */
export async function fillDemo(
  em: EntityManager,
  actor: Actor,
  { force, report }: { force: boolean; report: (line: string) => void },
) {
  await lock(em, 'demo')
  if (!force) await proveEmpty(em)
  return {
    ...(await fillPortfolio(em, actor, report)),
    ...(await fillOperations(em, actor)),
    ...(await fillAssistant(em, actor)),
  }
}

async function proveEmpty(em: EntityManager): Promise<void> {
  const counts = Object.entries(contents).map(
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
    `The database is not empty (${found}): add the demonstration to it with --force.`,
  )
}
