import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'

const asking = new AsyncLocalStorage<string[] | null>()

/**
 * The statements that `work` sends, BEGIN and COMMIT included. They are told by who asks, not by when: what the
 * server writes behind requests is no part of it, however slow the machine is.
 */
export async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const texts: string[] = []
  await asking.run(texts, work)
  return texts
}

// biome-ignore lint/suspicious/noExplicitAny: the overloads of pg
type Query = (this: any, ...given: any[]) => any

const { query: ofPool } = pg.Pool.prototype as { query: Query }
const { query: ofClient } = pg.Client.prototype as { query: Query }

// A pool sends what it is asked from wherever a connection becomes free: it counts where it is asked.
Object.assign(pg.Pool.prototype, {
  query(this: pg.Pool, ...given: unknown[]) {
    note(given[0])
    return asking.run(null, () => ofPool.apply(this, given))
  },
})

Object.assign(pg.Client.prototype, {
  query(this: pg.Client, ...given: unknown[]) {
    note(given[0])
    return ofClient.apply(this, given)
  },
})

function note(query: unknown): void {
  asking.getStore()?.push(typeof query === 'string' ? query : (query as { text: string }).text)
}
