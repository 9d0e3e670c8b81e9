import { expect } from 'vitest'
import { query } from './rows.ts'

/**
 * Waits until the change feed returns every committed change of a database: until no transaction older than the
 * latest change is open in any database of the test server, which other test files use too.
 */
export async function settled({ url }: { url: string }): Promise<void> {
  const past = 'select max(transaction_id) < pg_snapshot_xmin(pg_current_snapshot()) as past from history'
  await expect.poll(async () => (await query(url, past))[0]!.past).toBe(true)
}
