import { query as run } from './cluster.ts'
import { query } from './rows.ts'

/** Notes `statement_timeout` of writes to a table. Returns a function that returns the different values so far. */
export async function noteStatementLimits(url: string, table: string): Promise<() => Promise<unknown[]>> {
  await run(
    url,
    'create table limits_seen (value text)',
    `create function note_limit() returns trigger language plpgsql as $$ begin
      insert into limits_seen values (current_setting('statement_timeout')); return null; end $$`,
    `create trigger limits after insert or update on ${table} execute function note_limit()`,
  )
  return async () => {
    const seen = await query(url, 'select value from limits_seen')
    return [...new Set(seen.map(({ value }) => value))]
  }
}
