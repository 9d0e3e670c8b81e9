import { sql } from 'kysely'
import type { Pool } from 'pg'
import { limitedCheck } from './limited-check.ts'
import { param, statement } from './statement.ts'

/** The connections to one server of the database, with its host and port, or `primary`. */
export type ServerPool = { server: string; pool: Pool }

/** How many connections to a server are in use and idle, and how many requests wait for one. */
export type PoolState = { server: string; inUse: number; idle: number; waiting: number }

/** Returns the state of a pool. */
export function poolState({ server, pool }: ServerPool): PoolState {
  const { totalCount, idleCount: idle, waitingCount: waiting } = pool
  return { server, inUse: totalCount - idle, idle, waiting }
}

const timeoutMs = 1000
const positionTimeoutMs = 500

/**
 * State of a replica: whether it answers within a second, and how many seconds its data is behind the primary. The lag
 * is null if it is unknown, because the primary does not answer or the replica has replayed nothing since its start.
 */
export type ReplicaState = { server: string; answers: boolean; lagSeconds: number | null }

/** Returns a function that checks all replicas of the primary. */
export function replicaCheck(primary: Pool, replicas: ServerPool[]): () => Promise<ReplicaState[]> {
  const findPosition = limitedCheck(() => positionOf(primary), positionTimeoutMs)
  const checks = replicas.map(({ server, pool }) => {
    const check = limitedCheck(async () => lagOf(pool, await findPosition()), timeoutMs)
    return async () => ({ server, ...((await check()) ?? noAnswer) })
  })
  return () => Promise.all(checks.map((check) => check()))
}

const noAnswer = { answers: false, lagSeconds: null }

/** Returns the end of the write-ahead log of the primary, or null if that is unknown. */
async function positionOf(primary: Pool): Promise<string | null> {
  try {
    const { rows } = await primary.query<{ position: string }>('select pg_current_wal_lsn() as position')
    return rows[0]?.position ?? null
  } catch {
    return null
  }
}

// The age of the last replayed transaction alone would grow while nothing is written.
const selectLag = statement(
  'server.replica_lag',
  { position: '0/3000060' },
  (_: { position: string | null }) => sql<{ lag: number | null }>`
    select case when not pg_is_in_recovery() or pg_last_wal_replay_lsn() >= ${param('position')}::pg_lsn then 0
      when ${param('position')}::pg_lsn is not null
        then greatest(0, extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp()))
      end::float8 as lag`,
)

async function lagOf(replica: Pool, position: string | null = null) {
  try {
    const { rows } = await replica.query<{ lag: number | null }>(selectLag({ position }))
    return { answers: true, lagSeconds: rows[0]?.lag ?? null }
  } catch {
    return noAnswer
  }
}
