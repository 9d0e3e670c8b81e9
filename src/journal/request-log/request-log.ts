import { sql } from 'kysely'
import { lock } from '../../database/lock.ts'
import { type EntityManager, type MikroORM, transact } from '../../database/transaction.ts'
import { isMissingPartition, toFault } from '../../record/database-fault.ts'
import { Fault } from '../../record/fault.ts'
import { dayMs, dayOf } from '../../record/rules/day.ts'
import { insertRequests } from './request-counts.ts'
import type { NewRequestRow } from './request-row.ts'

const flushIntervalMs = 200
const maintenanceIntervalMs = 3_600_000
const batchSize = 1000
// Further rows are dropped, so that the queue does not exhaust the memory while the database is unavailable.
const maxQueued = 20_000

type Options = {
  orm: MikroORM
  /** Runs the statement that stores rows. */
  run: (statement: { text: string; values: unknown[] }) => Promise<void>
  retentionDays: number
  /** Receives the number of rows that were dropped. */
  onDropped: (rows: number) => void
}

/** Writes and counts requests in batches, after their responses, and maintains the daily partitions. */
export class RequestLog {
  readonly #options: Options
  readonly #timers: NodeJS.Timeout[]
  #queue: NewRequestRow[] = []
  #writing: Promise<void> | undefined
  #maintenance: Promise<void>

  constructor(options: Options) {
    this.#options = options
    this.#maintenance = this.#maintain()
    this.#timers = [
      setInterval(() => void this.flush(), flushIntervalMs).unref(),
      setInterval(() => void this.#maintain(), maintenanceIntervalMs).unref(),
    ]
  }

  add(row: NewRequestRow): void {
    if (this.#queue.length < maxQueued) this.#queue.push(row)
    else this.#options.onDropped(1)
  }

  /** Writes the queued rows batch by batch. They stay queued while the database is unavailable. */
  flush(): Promise<void> {
    this.#writing ??= this.#writeAll().finally(() => {
      this.#writing = undefined
    })
    return this.#writing
  }

  /** Stops the timers and writes the queued rows. Rows that cannot be written are dropped. */
  async close(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer)
    await this.#maintenance
    await this.#writing
    await this.flush()
    if (this.#queue.length > 0) this.#options.onDropped(this.#queue.length)
    this.#queue = []
  }

  async #writeAll(): Promise<void> {
    while (this.#queue.length > 0) {
      const rows = this.#queue.slice(0, batchSize)
      try {
        await this.#write(rows)
      } catch (error) {
        const fault = toFault(error)
        if (fault instanceof Fault && fault.code === 'unavailable') return
        this.#options.onDropped(rows.length)
      }
      this.#queue.splice(0, rows.length)
    }
  }

  async #write(rows: NewRequestRow[]): Promise<void> {
    try {
      await this.#insert(rows)
    } catch (error) {
      if (!isMissingPartition(error)) throw error
      await this.#maintain()
      await this.#insertWithPartition(rows)
    }
  }

  async #insert(rows: NewRequestRow[]): Promise<void> {
    await this.#options.run(insertRequests({ rows: JSON.stringify(rows) }))
  }

  // After a long outage some rows may be older than the first partition. Only those are dropped.
  async #insertWithPartition(rows: NewRequestRow[]): Promise<void> {
    const insertable = rows.filter(({ created_at }) => created_at >= firstPartitionStart())
    if (insertable.length > 0) await this.#insert(insertable)
    if (insertable.length < rows.length) this.#options.onDropped(rows.length - insertable.length)
  }

  // If this fails, it is repeated when a row finds no partition.
  #maintain(): Promise<void> {
    const { orm, retentionDays } = this.#options
    this.#maintenance = maintainPartitions(orm, retentionDays).catch(() => undefined)
    return this.#maintenance
  }
}

const daysAhead = 3
// Dropping a partition waits for a lock on the entire table, and inserts queue behind that wait.
const lockTimeout = '2s'

/**
 * Creates the partitions from yesterday to three days ahead, and drops those older than `retentionDays` with their
 * counts, so rows of requests are never deleted one by one. Safe to run in several processes at once.
 */
export async function maintainPartitions(
  orm: MikroORM,
  retentionDays: number,
  now = Date.now(),
): Promise<void> {
  await transact(orm, async (em) => {
    await sql`select set_config('lock_timeout', ${lockTimeout}, true)`.execute(em.getKysely())
    await lock(em, 'request_logs.partitions')
    const oldestDay = now - retentionDays * dayMs
    const oldest = partitionOf(oldestDay)
    const existing = await listPartitions(em)
    for (const name of existing)
      if (name < oldest) await sql`drop table ${sql.table(name)}`.execute(em.getKysely())
    await sql`delete from request_counts where period < ${startOf(oldestDay)}`.execute(em.getKysely())
    for (let day = -1; day <= daysAhead; day++) await createPartition(em, existing, now + day * dayMs)
  })
}

/** Returns the start of the oldest partition that `maintainPartitions` creates. */
function firstPartitionStart(now = Date.now()): string {
  return startOf(now - dayMs)
}

async function listPartitions(em: EntityManager): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select inhrelid::regclass::text as name from pg_inherits where inhparent = 'request_logs'::regclass
  `.execute(em.getKysely())
  return rows.map(({ name }) => name)
}

async function createPartition(em: EntityManager, existing: string[], time: number): Promise<void> {
  const name = partitionOf(time)
  if (existing.includes(name)) return
  const [from, to] = [time, time + dayMs].map((day) => sql.lit(`${dayOf(day)}T00:00:00Z`))
  await sql`create table ${sql.table(name)} partition of request_logs for values from (${from}) to (${to})`.execute(
    em.getKysely(),
  )
}

// The names sort in the order of their days.
function partitionOf(time: number): string {
  return `request_logs_${dayOf(time).replaceAll('-', '')}`
}

function startOf(time: number): string {
  return `${dayOf(time)}T00:00:00.000Z`
}
