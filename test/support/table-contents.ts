import { query } from './rows.ts'

const selectNames = `select relname as name from pg_class
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition and relname <> 'migrations'
  order by relname`

/** Returns the rows of each table of the service as text, generated columns included, in an order of their own. */
export async function tableContents(url: string): Promise<Record<string, string[]>> {
  const contents: Record<string, string[]> = {}
  for (const { name } of await query(url, selectNames)) {
    const [row] = await query(url, `select array(select t::text from ${name} t order by t::text) as rows`)
    contents[String(name)] = row?.rows as string[]
  }
  return contents
}
