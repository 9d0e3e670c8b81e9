import type { MikroORM } from '@mikro-orm/postgresql'
import { sql } from 'kysely'

const precision = 60_000
const interval = 5000

/** Remembers when tokens were last used. Written in the background, each token at most once a minute. */
export class LastUse {
  readonly #orm: MikroORM
  readonly #timer: NodeJS.Timeout
  #used = new Map<number, string>()

  constructor(orm: MikroORM) {
    this.#orm = orm
    this.#timer = setInterval(() => this.flush().catch(() => undefined), interval).unref()
  }

  /** Notes a use, unless one of the last minute is stored. */
  touch(id: number, stored: string | null): void {
    const now = Date.now()
    if (stored && now - Date.parse(stored) < precision) return
    this.#used.set(id, new Date(now).toISOString())
  }

  /** Writes what was noted. A token used by several processes keeps the latest use. */
  async flush(): Promise<void> {
    const used = this.#used
    if (used.size === 0) return
    this.#used = new Map()
    await sql`
      update tokens set last_used_at = greatest(tokens.last_used_at, used.at)
      from unnest(${[...used.keys()]}::bigint[], ${[...used.values()]}::timestamptz[]) as used (id, at)
      where tokens.id = used.id
    `.execute(this.#orm.em.fork().getKysely())
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    // A database that is gone must not keep the process from ending.
    await this.flush().catch(() => undefined)
  }
}
