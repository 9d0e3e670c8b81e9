import type { MikroORM } from '../../database/transaction.ts'
import { toFault } from '../../record/database-fault.ts'
import { Fault } from '../../record/fault.ts'
import { firstPartitionStart, maintainPartitions } from './partitions.ts'
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
      if ((error as { code?: string }).code !== missingPartition) throw error
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

// PostgreSQL reports a row without a partition as a violated check.
const missingPartition = '23514'
