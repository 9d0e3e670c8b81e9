import type { Read } from './read.ts'

/**
 * Returns an identifier of the current database snapshot. While it is the same, every read returns the same
 * rows; a commit anywhere in the cluster changes it. Must run on the primary: the snapshot of a replica may
 * not change with each commit.
 */
export async function readSnapshot(read: Read): Promise<string> {
  const [row] = await read<{ snapshot: string }>({
    text: 'select pg_current_snapshot()::text as snapshot',
    values: [],
  })
  return row?.snapshot ?? ''
}

/**
 * Returns how far a replica has replayed the changes of the primary. While it is the same, every read of that replica
 * returns the same rows. Empty if the primary answers instead.
 */
export async function readReplayPosition(readReplica: Read): Promise<string> {
  const [row] = await readReplica<{ position: string }>({
    text: `select coalesce(pg_last_wal_replay_lsn()::text, '') as position`,
    values: [],
  })
  return row?.position ?? ''
}
