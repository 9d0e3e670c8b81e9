import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'

const collected = new AsyncLocalStorage<string[] | null>()

/** Returns the statements that `callback` sends, without those that depend on what was requested before. */
export async function readsOf(callback: () => Promise<unknown>): Promise<string[]> {
  const dependsOnEarlier = /^select pg_current_snapshot|from "tokens"/
  return (await statementsOf(callback)).filter((text) => !dependsOnEarlier.test(text))
}

/**
 * Returns the statements that `callback` sends, BEGIN and COMMIT included. They are collected by asynchronous context,
 * not by time, so what the server writes after requests is not among them.
 */
export async function statementsOf(callback: () => Promise<unknown>): Promise<string[]> {
  const texts: string[] = []
  await collected.run(texts, callback)
  return texts
}

// biome-ignore lint/suspicious/noExplicitAny: the overloads of pg
type Query = (this: any, ...args: any[]) => any

const { query: ofPool } = pg.Pool.prototype as { query: Query }
const { query: ofClient } = pg.Client.prototype as { query: Query }

// A pool sends a statement from the context that frees a connection, with a callback, so the statement is collected
// before.
Object.assign(pg.Pool.prototype, {
  query(this: pg.Pool, ...args: unknown[]) {
    collect(args[0])
    return collected.run(null, () => ofPool.apply(this, args))
  },
})

Object.assign(pg.Client.prototype, {
  query(this: pg.Client, ...args: unknown[]) {
    if (typeof args.at(-1) !== 'function') collect(args[0])
    return ofClient.apply(this, args)
  },
})

function collect(query: unknown): void {
  collected.getStore()?.push(typeof query === 'string' ? query : (query as { text: string }).text)
}
