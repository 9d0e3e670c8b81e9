import type { Pool } from 'pg'

/** The connections to one server of the database, with its host and port, or `primary`. */
export type ServerPool = { server: string; pool: Pool }

/** How many connections to a server are in use and idle, and how many requests wait for one. */
export type PoolState = { server: string; inUse: number; idle: number; waiting: number }

/** Returns the state of a pool. */
export function poolState({ server, pool }: ServerPool): PoolState {
  const { totalCount, idleCount: idle, waitingCount: waiting } = pool
  return { server, inUse: totalCount - idle, idle, waiting }
}
