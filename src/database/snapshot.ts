import type { Read } from './read.ts'

/**
 * Names what can be seen of a database: as long as it gives the same name, every read gives the same rows. A commit
 * anywhere in the cluster makes a new one. To be asked of a primary: a replica in recovery does not tell all.
 */
export async function readSnapshot(read: Read): Promise<string> {
  const [row] = await read<{ state: string }>({
    text: 'select pg_current_snapshot()::text as state',
    values: [],
  })
  return row?.state ?? ''
}
