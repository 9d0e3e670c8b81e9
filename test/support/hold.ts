import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { onTestFinished } from 'vitest'
import { query } from './rows.ts'

/** A table that nobody can write into. Whoever tries has done all that comes before, and waits. */
export type Hold = {
  /** Waits until so many wait at the table, or for one that waits there. */
  reached: (waiting: number) => Promise<void>
  /** Lets all of them go on. */
  release: () => Promise<void>
}

/** Holds a table on a connection of its own, to the end of the test at the latest. Reading goes on. */
export async function hold(url: string, table: string): Promise<Hold> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  onTestFinished(() => client.end())
  await client.query(`begin; lock table ${table} in share mode`)
  const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  return {
    reached: async (count) => {
      while ((await query(url, waiting)).length < count) await sleep(20)
    },
    release: () => client.end(),
  }
}
