import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { onTestFinished } from 'vitest'
import { query } from './rows.ts'

/** A lock that makes every write to a table wait. */
export type TableLock = {
  /** Waits until this many statements of the database wait for a lock. */
  waitForBlocked: (waiting: number) => Promise<void>
  /** Releases the lock. */
  release: () => Promise<void>
}

/** Locks a table against writes until `release` or the end of the test. */
export async function lockTable(url: string, table: string): Promise<TableLock> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  onTestFinished(() => client.end())
  await client.query(`begin; lock table ${table} in share mode`)
  const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  return {
    waitForBlocked: async (count) => {
      while ((await query(url, waiting)).length < count) await sleep(20)
    },
    release: () => client.end(),
  }
}
