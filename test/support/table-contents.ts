import { query } from './rows.ts'

const selectNames = `select relname as name from pg_class
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition and relname <> 'migrations'
  order by relname`

/** Returns the rows of each table of the service as text, generated columns included, in an order of their own. */
export async function tableContents(url: string): Promise<Record<string, string[]>> {
  const names = (await query(url, selectNames)).map(({ name }) => String(name))
  const selects = names.map(
    (name) => `select '${name}' as name, array(select t::text from ${name} t order by t::text) as rows`,
  )
  const contents = await query(url, selects.join(' union all '))
  return Object.fromEntries(contents.map(({ name, rows }) => [String(name), rows as string[]]))
}
