import { expect } from 'vitest'
import { query } from './rows.ts'

/**
 * Waits until the change feed tells all that was committed into a database: until no transaction older than the
 * last change is open in any database of the test server, where other test files write too.
 */
export async function settled({ url }: { url: string }): Promise<void> {
  const past = 'select max(transaction_id) < pg_snapshot_xmin(pg_current_snapshot()) as past from history'
  await expect.poll(async () => (await query(url, past))[0]!.past, { timeout: 15_000 }).toBe(true)
}
