import pg from 'pg'
import type { Header, Table } from './header.ts'

// Tables that an extension created belong to the extension. The table of the migrations is written by the migrations.
// The partitions of a table with a default partition are omitted: the restored table accepts every row without them. A
// detached partition of the clicks, which is about to be dropped, is omitted too.
const selectTables = `
  select relname as name,
    array(select attname::text from pg_attribute
      where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum) as columns,
    array(select distinct confrelid::regclass::text from pg_constraint
      where conrelid = c.oid and contype = 'f' and confrelid <> c.oid) as "references",
    array(select json_build_object('name', p.relname, 'bound',
        concat_ws(' ', pg_get_expr(p.relpartbound, p.oid), 'WITH (' || array_to_string(p.reloptions, ', ') || ')'))
      from pg_inherits join pg_class p on p.oid = inhrelid where inhparent = c.oid
        and not exists (select from pg_partitioned_table where partrelid = c.oid and partdefid <> 0)
      order by p.relname) as partitions
  from pg_class c
  where relnamespace = quote_ident(current_schema())::regnamespace and relkind in ('r', 'p') and not relispartition
    and relname <> 'migrations' and relname not like 'clicks\\_20%'
    and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = c.oid and deptype = 'e')
  order by relname`

/** Returns the tables of the service, each after those that it refers to. */
export async function listTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table & { references: string[] }>(selectTables)
  const listed: Table[] = []
  let left = rows
  while (left.length > 0) {
    const isFree = ({ references }: { references: string[] }) =>
      !left.some(({ name }) => references.includes(name))
    const free = left.filter(isFree)
    if (free.length === 0) throw new Error(`The tables ${left.map(({ name }) => name)} refer to each other.`)
    listed.push(...free.map(({ name, columns, partitions }) => ({ name, columns, partitions })))
    left = left.filter((table) => !free.includes(table))
  }
  return listed
}

/** Returns the names of the applied migrations, in order. */
export async function listMigrations(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query(
    `select to_regclass(quote_ident(current_schema()) || '.migrations') is not null as exist`,
  )
  if (!rows[0].exist) return []
  return (await client.query('select name from migrations order by id')).rows.map(({ name }) => name)
}

/** Returns the last value of each sequence that was used. */
export async function listSequences(client: pg.Client): Promise<Header['sequences']> {
  const { rows } = await client.query(
    `select sequencename as name, last_value::text from pg_sequences
      where schemaname = current_schema() and last_value is not null order by sequencename`,
  )
  return rows
}

/** Returns the names of the tables that have rows, except those in `ignored`. */
export async function filledTables(client: pg.Client, ignored: readonly string[]): Promise<string[]> {
  const names = (await listTables(client)).map(({ name }) => name).filter((name) => !ignored.includes(name))
  if (names.length === 0) return []
  const tests = names.map(
    (name) => `exists (select from ${pg.escapeIdentifier(name)}) as ${pg.escapeIdentifier(name)}`,
  )
  const { rows } = await client.query(`select ${tests.join(', ')}`)
  return names.filter((name) => rows[0][name])
}
