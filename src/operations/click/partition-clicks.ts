import { sql } from 'kysely'
import { lock } from '../../database/lock.ts'
import { type EntityManager, type MikroORM, transact } from '../../database/transaction.ts'
import { dayOf } from '../../record/rules/day.ts'
import {
  analyzeClicks,
  arePartitioned,
  createMissingPartitions,
  partitionOptions,
  run,
} from './partitions.ts'

// While this transaction waits for the lock, every statement on clicks waits behind it.
const lockTimeout = '3s'
const lockNotAvailable = '55P03'

// What the new table takes from the old one. The primary key of a partitioned table must contain the day, so it is not
// copied.
const selectDefinitions = `
  select pg_get_indexdef(indexrelid) as statement from pg_index
  where indrelid = 'clicks'::regclass and not exists (select from pg_constraint where conindid = indexrelid)
  union all
  select format('alter table clicks add constraint %I %s', conname, pg_get_constraintdef(oid))
  from pg_constraint where conrelid = 'clicks'::regclass and contype = 'u'
  union all
  select pg_get_triggerdef(oid) from pg_trigger where tgrelid = 'clicks'::regclass and not tgisinternal
  union all
  select format('grant %s on clicks to %s', privilege_type, coalesce(quote_ident(rolname), 'public'))
  from pg_class, aclexplode(relacl) left join pg_roles on pg_roles.oid = grantee
  where pg_class.oid = 'clicks'::regclass`

const selectTable = `
  select pg_get_userbyid(relowner) as owner,
    array(select indexrelid::regclass::text from pg_index where indrelid = pg_class.oid) as indexes,
    array(select quote_ident(tgname) from pg_trigger where tgrelid = pg_class.oid and not tgisinternal) as triggers,
    array(select distinct pg_describe_object(classid, objid, objsubid) from pg_depend
      where refclassid = 'pg_class'::regclass and refobjid = pg_class.oid
        and classid in ('pg_rewrite'::regclass, 'pg_publication_rel'::regclass) order by 1) as dependents
  from pg_class where oid = 'clicks'::regclass`
type Table = { owner: string; indexes: string[]; triggers: string[]; dependents: string[] }

/**
 * Partitions the table `clicks` by month. The stored rows stay where they are, in the partition `clicks_earlier`, which
 * ends with the current month. Reads and writes of clicks wait while it scans the table and builds one index.
 *
 * @returns false if the table is partitioned already
 * @throws Error if the table is locked for three seconds, or if a view or a publication uses it
 */
export async function partitionClicks(orm: MikroORM, now = new Date()): Promise<boolean> {
  const partition = transact(orm, (em) => partitionIn(em, now), { timeLimit: 'migration' })
  const changed = await partition.catch((cause) => {
    if (cause.code !== lockNotAvailable) throw cause
    throw new Error(
      'The table clicks is locked by another transaction, such as a backup. Retry when it has ended.',
      { cause },
    )
  })
  if (changed) await analyzeClicks(orm)
  return changed
}

async function partitionIn(em: EntityManager, now: Date): Promise<boolean> {
  await run(em, `set local lock_timeout = '${lockTimeout}'`)
  await lock(em, 'migrations')
  await run(em, 'lock table clicks in access exclusive mode')
  if (await arePartitioned(em)) return false
  await replaceTable(em)
  await attachStoredRows(em, now)
  await createMissingPartitions(em, now)
  return true
}

async function replaceTable(em: EntityManager): Promise<void> {
  const definitions = await run<{ statement: string }>(em, selectDefinitions)
  const [{ owner, indexes, triggers, dependents }] = (await run<Table>(em, selectTable)) as [Table]
  if (dependents.length > 0)
    throw new Error(
      `Other objects use the table clicks: ${dependents.join(', ')}. Drop them, run this command, and create them again.`,
    )
  await sql`set local role ${sql.id(owner)}`.execute(em.getKysely())
  await run(em, 'alter table clicks rename to clicks_earlier')
  for (const name of indexes)
    await run(em, `alter index ${name} rename to ${name.replace('clicks', 'clicks_earlier')}`)
  for (const name of triggers) await run(em, `drop trigger ${name} on clicks_earlier`)
  await run(
    em,
    `create table clicks (like clicks_earlier including defaults including constraints) partition by range (date);
    alter sequence clicks_id_seq owned by clicks.id;
    alter table clicks add primary key (id, date);`,
  )
  for (const { statement } of definitions) await run(em, statement)
  await run(em, `create table clicks_default partition of clicks default ${partitionOptions}`)
}

async function attachStoredRows(em: EntityManager, now: Date): Promise<void> {
  const until = dayOf(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1))
  await run(
    em,
    `with later as (delete from clicks_earlier where date >= '${until}' returning *)
    insert into clicks_default select * from later;
    alter table clicks_earlier drop constraint clicks_earlier_pkey;
    alter table clicks attach partition clicks_earlier for values from (minvalue) to ('${until}')`,
  )
}
