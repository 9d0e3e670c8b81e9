import type { Read } from '../database/read.ts'
import type { MikroORM } from '../database/unit-of-work.ts'
import { toFault } from '../record/database-fault.ts'
import { Fault } from '../record/fault.ts'
import { firstPartitionStart, maintainPartitions } from './request-log-partitions.ts'
import type { NewRequestRow } from './request-row.ts'

const interval = 200
const hour = 3_600_000
const batch = 1000
/** How many rows wait at most; what comes on top of them is lost, so that a database that is away costs no memory. */
const mostWaiting = 20_000

type Ground = {
  orm: MikroORM
  read: Read
  daysKept: number
  /** Is told how many rows could not be kept. */
  lost: (rows: number) => void
}

/** Writes requests down in batches, off their path, and keeps the days of the log in order. */
export class RequestLog {
  readonly #ground: Ground
  readonly #timers: NodeJS.Timeout[]
  #waiting: NewRequestRow[] = []
  #writing: Promise<void> | undefined
  #keeping: Promise<void>

  constructor(ground: Ground) {
    this.#ground = ground
    this.#keeping = this.#keep()
    this.#timers = [
      setInterval(() => void this.flush(), interval).unref(),
      setInterval(() => void this.#keep(), hour).unref(),
    ]
  }

  add(row: NewRequestRow): void {
    if (this.#waiting.length < mostWaiting) this.#waiting.push(row)
    else this.#ground.lost(1)
  }

  /** Writes what waits, one batch after the other; while the database is away it goes on waiting. */
  flush(): Promise<void> {
    this.#writing ??= this.#writeAll().finally(() => {
      this.#writing = undefined
    })
    return this.#writing
  }

  /** Writes what is left. What the database does not take any more is lost. */
  async close(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer)
    await this.#keeping
    await this.#writing
    await this.flush()
    if (this.#waiting.length > 0) this.#ground.lost(this.#waiting.length)
    this.#waiting = []
  }

  async #writeAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const rows = this.#waiting.slice(0, batch)
      try {
        await this.#write(rows)
      } catch (error) {
        const fault = toFault(error)
        if (fault instanceof Fault && fault.code === 'unavailable') return
        this.#ground.lost(rows.length)
      }
      this.#waiting.splice(0, rows.length)
    }
  }

  async #write(rows: NewRequestRow[]): Promise<void> {
    try {
      await this.#insert(rows)
    } catch (error) {
      if ((error as { code?: string }).code !== noPartition) throw error
      await this.#keep()
      await this.#writeKept(rows)
    }
  }

  async #insert(rows: NewRequestRow[]): Promise<void> {
    await this.#ground.read({ text: insert, values: [JSON.stringify(rows)] })
  }

  // After a long outage some have waited for longer than there are days for: the others are not lost with them.
  async #writeKept(rows: NewRequestRow[]): Promise<void> {
    const kept = rows.filter(({ created_at }) => created_at >= firstPartitionStart())
    if (kept.length > 0) await this.#insert(kept)
    if (kept.length < rows.length) this.#ground.lost(rows.length - kept.length)
  }

  // Partitions that could not be made are made when a row finds none.
  #keep(): Promise<void> {
    this.#keeping = maintainPartitions(this.#ground.orm, this.#ground.daysKept).catch(() => undefined)
    return this.#keeping
  }
}

const noPartition = '23514'

const columns = `request_id, surface, method, path, route, tool, status, duration_ms, ip, user_id, user_name,
  token_id, token_name, user_agent, created_at`
const insert = `insert into request_logs (${columns})
  select ${columns} from jsonb_populate_recordset(null::request_logs, $1::jsonb)`
