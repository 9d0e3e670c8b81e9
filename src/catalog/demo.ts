import type { EntityManager } from '@mikro-orm/postgresql'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../access/actor.ts'
import { requireAdministrator } from '../access/policy.ts'
import { fillAssistant } from '../assistant/demo.ts'
import { lock } from '../database/lock.ts'
import { fillOperations } from '../operations/demo.ts'
import { fillPortfolio } from '../portfolio/demo.ts'
import { Fault } from '../record/fault.ts'
import { type CatalogEntry, recordCatalog } from './record-catalog.ts'

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

const created = sql.ref('record.created_at')
const weeksAgo = (weeks: number) => sql`now() - ${sql.lit(weeks)} * interval '1 week'`
// Spread by id over the time since the record that this one belongs to.
const since = (start: RawBuilder<unknown>) =>
  sql`${start} + (now() - ${start}) * ((record.id * 37 % 89 + 5) / 100.0)`
const parent = (table: string, key: string) =>
  sql`(select created_at from ${sql.table(table)} where id = ${sql.ref(`record.${key}`)})`

/**
 * When each record of the demo was written, by record type. A time may depend on those before it. Signals, insights and
 * decisions have the age that their story gives.
 */
const times: Record<string, RawBuilder<unknown>> = {
  signal: created,
  insight: created,
  decision: created,
  task: sql`coalesce(${parent('decisions', 'product_decision_id')}, ${created})`,
  product: weeksAgo(10),
  app: sql`coalesce(${parent('products', 'product_id')}, ${weeksAgo(2)}) + interval '1 hour'`,
  economics: sql`record.period_end + interval '3 days'`,
  canon_rule: sql`${weeksAgo(9)} + record.id * interval '1 day'`,
  competitor: since(parent('products', 'product_id')),
  competitor_review: sql`greatest(record.reviewed_at, ${parent('competitors', 'competitor_id')})`,
  keyword_position: sql`greatest(record.date, ${parent('apps', 'app_id')})`,
  store_truth: sql`greatest(record.date, ${parent('apps', 'app_id')})`,
  company: weeksAgo(9),
  application: since(parent('companies', 'company_id')),
  strategy: since(parent('companies', 'company_id')),
  contact: since(parent('companies', 'company_id')),
  keyword: since(parent('strategies', 'strategy_id')),
  service: weeksAgo(8),
  improvement: since(parent('services', 'service_id')),
  service_task: since(parent('improvements', 'improvement_id')),
  bug: since(parent('services', 'service_id')),
  agent: weeksAgo(7),
}

// The entries that this transaction has written.
const written = sql`history.transaction_id = pg_current_xact_id()`

/**
 * Dates the records that this transaction has created as if they had been written over ten weeks, and their history
 * with them. The history is inserted again in the order of its times, so that the change feed is in that order too.
 */
async function spreadOverWeeks(em: EntityManager): Promise<void> {
  const db = em.getKysely()
  for (const [type, time] of Object.entries(times)) {
    const { table } = recordCatalog.get(type) as CatalogEntry
    await sql`
      with entries as (
        update ${sql.table(table)} as record set created_at = least(now(), ${time}), updated_at = least(now(), ${time})
        from history where ${written} and history.record_type = ${type} and history.record_id = record.id
        returning history.id, record.created_at
      )
      update history set created_at = entries.created_at from entries where history.id = entries.id
    `.execute(db)
  }
  await sql`
    with entries as (delete from history where ${written} returning *)
    insert into history (record_type, record_id, event, actor, token, changes, surface, request_id, created_at)
    select record_type, record_id, event, actor, token, changes, surface, request_id, created_at
    from entries order by created_at, id
  `.execute(db)
}
