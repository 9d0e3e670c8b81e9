import type { MikroORM } from '@mikro-orm/postgresql'
import { sql } from 'kysely'

const flushIntervalMs = 5000

/** The table of the tracked credentials, and how often the last use of each is written. */
type Options = { table?: 'tokens' | 'sessions' | 'oauth_records'; precisionMs?: number }

/**
 * Records when each token or session was last used. Writes in the background, at most once per `precisionMs` for each.
 */
export class LastUseTracker {
  readonly #orm: MikroORM
  readonly #table: string
  readonly #precisionMs: number
  readonly #timer: NodeJS.Timeout
  #used = new Map<number, string>()

  constructor(orm: MikroORM, { table = 'tokens', precisionMs = 60_000 }: Options = {}) {
    this.#orm = orm
    this.#table = table
    this.#precisionMs = precisionMs
    this.#timer = setInterval(() => this.flush().catch(() => undefined), flushIntervalMs).unref()
  }

  /** Records a use, unless `lastUsedAt`, the stored time of the last use, is less than `precisionMs` ago. */
  touch(id: number, lastUsedAt: string | null): void {
    const now = Date.now()
    if (lastUsedAt && now - Date.parse(lastUsedAt) < this.#precisionMs) return
    this.#used.set(id, new Date(now).toISOString())
  }

  /** Writes the recorded uses. If several processes recorded one, the latest use is kept. */
  async flush(): Promise<void> {
    const used = this.#used
    if (used.size === 0) return
    this.#used = new Map()
    const table = sql.table(this.#table)
    // A row that is locked is skipped: waiting for it could deadlock with a revocation of several tokens.
    await sql`
      with free as (
        select id from ${table} where id = any(${[...used.keys()]}::bigint[]) for no key update skip locked
      )
      update ${table} as stored set last_used_at = greatest(stored.last_used_at, used.at)
      from unnest(${[...used.keys()]}::bigint[], ${[...used.values()]}::timestamptz[]) as used (id, at)
        join free on free.id = used.id
      where stored.id = used.id
    `.execute(this.#orm.em.fork().getKysely())
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    // A lost database connection must not prevent the process from exiting.
    await this.flush().catch(() => undefined)
  }
}
