import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { onTestFinished } from 'vitest'
import { query } from './rows.ts'

/** Locks that make statements wait. */
export type Lock = {
  /** Waits until this many statements of the database wait for a lock. */
  waitForBlocked: (waiting: number) => Promise<void>
  /** Releases the lock. */
  release: () => Promise<void>
}

/** Locks a table against writes until `release` or the end of the test. */
export function lockTable(url: string, table: string): Promise<Lock> {
  return hold(url, `lock table ${table} in share mode`)
}

/** Holds the locks of a statement until `release` or the end of the test. */
export async function hold(url: string, statement: string): Promise<Lock> {
  const client = new pg.Client({ connectionString: url })
  // The database may be dropped first.
  client.on('error', () => undefined)
  await client.connect()
  onTestFinished(() => client.end())
  await client.query(`begin; ${statement}`)
  const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  return {
    waitForBlocked: async (count) => {
      while ((await query(url, waiting)).length < count) await sleep(20)
    },
    release: () => client.end(),
  }
}
