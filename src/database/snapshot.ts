import { sql } from 'kysely'
import { type Read, readRow } from './read.ts'
import { statement } from './statement.ts'
import { db } from './tables.ts'

/** The read functions of the primary and of a replica, which may lag. Without a replica both are the same. */
export type Reads = { read: Read; readReplica: Read }

type SharedReads = { snapshot: () => Promise<string>; replayPosition: () => Promise<string> }

const sharedReads = new WeakMap<Read, SharedReads>()

/** The column by which a statement on the primary also returns the snapshot that it sees. */
export const snapshotColumn = sql<string>`pg_current_snapshot()::text`

/**
 * Returns an identifier of the state of the database. Two answers to the same question with the same identifier are
 * equal. Some answers depend on the time, so the identifier also changes every second. With a replica it contains
 * the position of its replay; with several, which answer in turn, an answer may be up to a second older than the replica
 * whose position was read. `snapshot` is what an earlier statement of the request returned, if any.
 */
export async function readVersion({ read, readReplica }: Reads, snapshot?: string): Promise<string> {
  const shared = sharedReads.get(readReplica) ?? {
    snapshot: sharedRead(() => readSnapshot(read)),
    replayPosition: sharedRead(() => readReplayPosition(readReplica)),
  }
  sharedReads.set(readReplica, shared)
  const states = await Promise.all([
    snapshot ?? shared.snapshot(),
    ...(readReplica === read ? [] : [shared.replayPosition()]),
  ])
  return [...states, Math.floor(Date.now() / 1000)].join(' ')
}

/** Returns the snapshot of the primary. That of a replica may not change with each commit. */
export async function readSnapshot(read: Read): Promise<string> {
  return (await readRow(read, selectSnapshot({}))).snapshot
}

const selectSnapshot = statement('server.snapshot', {}, () => db.selectNoFrom(snapshotColumn.as('snapshot')))

// Empty if the primary answers instead.
async function readReplayPosition(readReplica: Read): Promise<string> {
  return (await readRow(readReplica, selectReplayPosition({}))).position
}

const selectReplayPosition = statement(
  'server.replay_position',
  {},
  () => sql<{ position: string }>`select coalesce(pg_last_wal_replay_lsn()::text, '') as position`,
)

/**
 * Returns a function that shares the running of `run` between its calls. Calls that arrive during a run share the next
 * one, because the running one may miss a commit before the call. If the running one fails, they fail too, so that no
 * request waits for two reads of a server that hangs.
 */
export function sharedRead<T>(run: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined
  let next: Promise<T> | undefined
  const start = () => {
    next = undefined
    running = run().finally(() => {
      running = undefined
    })
    return running
  }
  const startNext = (previous: Promise<T>) =>
    previous.then(start, (error) => {
      next = undefined
      throw error
    })
  return () => {
    if (!running) return start()
    next ??= startNext(running)
    return next
  }
}
