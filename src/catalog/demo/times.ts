import type { EntityManager } from '@mikro-orm/postgresql'
import { type RawBuilder, sql } from 'kysely'
import { history } from '../../journal/history.ts'
import { timestampText } from '../../record/column.ts'
import { type CatalogEntry, recordCatalog } from '../record-catalog.ts'

const created = sql.ref('record.created_at')
const weeksAgo = (weeks: number) => sql`now() - ${sql.lit(weeks)} * interval '1 week'`
// Spread by id over the time since the record that this one belongs to.
const since = (start: RawBuilder<unknown>) =>
  sql`${start} + (now() - ${start}) * ((record.id * 37 % 89 + 5) / 100.0)`
const parent = (table: string, key: string) =>
  sql`(select created_at from ${sql.table(table)} where id = ${sql.ref(`record.${key}`)})`

/**
 * When each record of the demo was written, by record type, unless its story has dated it. A time may depend on those
 * before it.
 */
const times: Record<string, RawBuilder<unknown>> = {
  product: weeksAgo(20),
  signal: created,
  insight: created,
  decision: created,
  proposal: created,
  task: sql`coalesce(${parent('decisions', 'product_decision_id')}, ${created})`,
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

const startOfEntry = sql`entry.created_at`

/** The columns with the time at which a record got a status, by record type, and that time for a new record. */
const reached: [type: string, column: string, ofNew: RawBuilder<unknown>][] = [
  ['signal', 'resolved_at', sql`entry.created_at + (now() - entry.created_at) / 3`],
  ['task', 'done_at', startOfEntry],
  ['decision', 'judged_at', startOfEntry],
  ['insight', 'retracted_at', startOfEntry],
  ['economics', 'retracted_at', startOfEntry],
]

// The entries that this transaction has written.
const written = sql`history.transaction_id = pg_current_xact_id()`
const tableOf = (type: string) => sql.table((recordCatalog.get(type) as CatalogEntry).table)

/**
 * Dates the records that this transaction has created as if they had been written over twenty weeks, and their history
 * with them. The history is inserted again in the order of its times, so that the change feed is in that order too.
 */
export async function spreadOverWeeks(em: EntityManager): Promise<void> {
  const db = em.getKysely()
  for (const [type, time] of Object.entries(times)) {
    await sql`
      update history set created_at = least(now(), ${time}) from ${tableOf(type)} as record
      where ${written} and record_type = ${type} and record_id = record.id and history.created_at = now()::timestamptz(3)
    `.execute(db)
    await sql`
      update ${tableOf(type)} as record set created_at = entries.first, updated_at = entries.last
      from (
        select record_id, min(created_at) as first, max(created_at) as last
        from history where ${written} and record_type = ${type} group by record_id
      ) as entries where record.id = entries.record_id
    `.execute(db)
  }
  for (const [type, column, ofNew] of reached) await dateReached(em, type, column, ofNew)
  await dateProposals(em)
  await insertInOrder(em)
}

// The record, and the entries that say when it got its status.
async function dateReached(em: EntityManager, type: string, column: string, ofNew: RawBuilder<unknown>) {
  const db = em.getKysely()
  const to = sql`history.changes -> ${sql.lit(column)} ->> 'to'`
  const name = sql.ref(column)
  await sql`
    update ${tableOf(type)} as record
    set ${name} = case when entry.event = 'created' then ${ofNew} else entry.created_at end
    from (
      select distinct on (record_id) record_id, event, created_at
      from history where ${written} and record_type = ${type} and ${to} is not null order by record_id, created_at desc
    ) as entry where record.id = entry.record_id and record.${name} is not null
  `.execute(db)
  await sql`
    update history
    set changes = jsonb_set(changes, ${sql.lit(`{${column},to}`)}, to_jsonb(${timestampText(`record.${column}`)}))
    from ${tableOf(type)} as record
    where ${written} and record_type = ${type} and record_id = record.id and ${to} is not null
      and record.${name} is not null
  `.execute(db)
}

// A proposal is decided when its history says so. Its period has begun with it.
async function dateProposals(em: EntityManager): Promise<void> {
  await sql`
    update proposals
    set expires_at = case when status = 'expired' then decided_at else proposals.created_at + (expires_at - now()) end,
      decided_at = case when status = 'expired' then decided_at when decided_at is not null then updated_at end
    from history where ${written} and record_type = 'proposal' and event = 'proposed' and record_id = proposals.id
  `.execute(em.getKysely())
}

async function insertInOrder(em: EntityManager): Promise<void> {
  const { props } = em.getMetadata().get(history)
  const names = props.flatMap(({ name }) => (name === 'id' || name === 'transaction_id' ? [] : name))
  const columns = sql.join(names.map((name) => sql.ref(name)))
  await sql`
    with entries as (delete from history where ${written} returning *)
    insert into history (${columns}) select ${columns} from entries order by created_at, id
  `.execute(em.getKysely())
}
