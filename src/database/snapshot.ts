import { sql } from 'kysely'
import { type Read, readRow } from './read.ts'

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

// Must run on the primary: the snapshot of a replica may not change with each commit.
async function readSnapshot(read: Read): Promise<string> {
  const text = 'select pg_current_snapshot()::text as snapshot'
  const { snapshot } = await readRow<{ snapshot: string }>(read, { text, values: [] })
  return snapshot
}

// Empty if the primary answers instead.
async function readReplayPosition(readReplica: Read): Promise<string> {
  const text = `select coalesce(pg_last_wal_replay_lsn()::text, '') as position`
  const { position } = await readRow<{ position: string }>(readReplica, { text, values: [] })
  return position
}

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
