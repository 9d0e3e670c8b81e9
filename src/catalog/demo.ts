import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import type { Actor } from '../access/actor.ts'
import { requireAdministrator } from '../access/policy.ts'
import { fillAssistant } from '../assistant/demo.ts'
import { lock } from '../database/lock.ts'
import { isByProgram, isChange } from '../journal/history.ts'
import { fillOperations } from '../operations/demo.ts'
import { demoPerson } from '../portfolio/demo/person.ts'
import { fillPortfolio, type PortfolioOptions } from '../portfolio/demo.ts'
import { isUndone } from '../portfolio/undone.ts'
import { Fault } from '../record/fault.ts'
import { spreadOverWeeks } from './demo/times.ts'
import { recordCatalog } from './record-catalog.ts'
import { markReviewed } from './review.ts'

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
  { force, ...options }: PortfolioOptions & { force: boolean },
) {
  requireAdministrator(actor)
  await lock(em, 'demo')
  if (!force) await requireEmptyDatabase(em)
  const added = {
    ...(await fillPortfolio(em, actor, options)),
    ...(await fillOperations(em, actor)),
    ...(await fillAssistant(em, actor)),
  }
  await em.flush()
  await spreadOverWeeks(em)
  await acceptOlderWrites(em, await demoPerson(em, actor))
  return added
}

// What the agents wrote until a few days ago and what was not undone, as far as a person has an account to accept it with.
async function acceptOlderWrites(em: EntityManager, person: Actor): Promise<void> {
  if (person.by.id === null) return
  const { rows } = await sql<{ id: number }>`
    select id from history
    where transaction_id = pg_current_xact_id() and ${isByProgram} and ${isChange} and approved_by is null
      and created_at < now() - interval '5 days' and not ${isUndone('history')}
  `.execute(em.getKysely())
  const ids = rows.map(({ id }) => id)
  await markReviewed(em, person, ids, true)
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
