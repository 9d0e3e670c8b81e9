import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { expect, onTestFinished } from 'vitest'
import { query } from './rows.ts'

/** Locks that make statements wait. */
export type Lock = {
  /** Waits until this many statements of the database wait for the lock, or for a statement that waits for it. */
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
  const [holder] = (await client.query('select pg_backend_pid() as pid')).rows
  // Other statements, such as those of a server that starts, may wait for other locks.
  const blocked = `
    with recursive blocked as (
      select ${holder.pid} as pid
      union select waiting.pid from blocked
        join pg_stat_activity as waiting on blocked.pid = any(pg_blocking_pids(waiting.pid))
        where waiting.datname = current_database()
    ) select pid from blocked where pid <> ${holder.pid}`
  return {
    waitForBlocked: async (count) => {
      while ((await query(url, blocked)).length < count) await sleep(20)
    },
    release: () => client.end(),
  }
}

/** Waits until no other client is connected: the backend of a killed server ends only when it finds its client gone. */
export async function waitForDisconnection(url: string): Promise<void> {
  const connections = `select query from pg_stat_activity where datname = current_database()
    and backend_type = 'client backend' and pid <> pg_backend_pid()`
  await expect.poll(() => query(url, connections)).toEqual([])
}
