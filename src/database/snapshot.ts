import { type Read, readRow } from './read.ts'

/** The read functions of the primary and of a replica, which may lag. Without a replica both are the same. */
export type Reads = { read: Read; readReplica: Read }

const versions = new WeakMap<Read, () => Promise<string>>()

/**
 * Returns an identifier of the state of the database. Two answers to the same question with the same identifier are
 * equal. Some answers depend on the time, so the identifier also changes every second. With a replica it contains
 * the position of its replay; with several, which answer in turn, an answer may be up to a second older than the replica
 * whose position was read.
 */
export function readVersion(reads: Reads): Promise<string> {
  const { readReplica } = reads
  const shared = versions.get(readReplica) ?? sharedRead(() => currentVersion(reads))
  versions.set(readReplica, shared)
  return shared()
}

async function currentVersion({ read, readReplica }: Reads): Promise<string> {
  const states = [readSnapshot(read), ...(readReplica === read ? [] : [readReplayPosition(readReplica)])]
  return [...(await Promise.all(states)), Math.floor(Date.now() / 1000)].join(' ')
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

// Calls that arrive during a read share the next one, because the running read may miss a commit before the call. If
// the running read fails, they fail too, so that no request waits for two reads of a server that hangs.
function sharedRead<T>(run: () => Promise<T>): () => Promise<T> {
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
