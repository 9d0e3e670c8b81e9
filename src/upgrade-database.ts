import { rmSync } from 'node:fs'
import type { ReadProgress } from './database/backup/read.ts'
import { type WriteProgress, writeBackup } from './database/backup/write.ts'
import type { Cluster } from './database/embedded/cluster.ts'
import { type Embedded, useAlone } from './database/embedded/join.ts'
import { beginUpgrade, type Upgrade } from './database/embedded/upgrade.ts'
import type { Database } from './database/open.ts'
import { restoreBackup } from './restore.ts'

type Options = {
  dataDir: string
  /** The folder of the programs of the earlier version of PostgreSQL. If undefined, npm installs them. */
  programs: string | undefined
  /** The version of the service. */
  application: string
  open: (joined: Embedded) => Promise<Database>
  /** Rejects when the upgrade is interrupted. */
  interrupted: Promise<never>
  report: (line: string) => void
  progress: { backup: WriteProgress; check: ReadProgress; load: ReadProgress }
}

/** The versions of PostgreSQL, and the folders of both clusters. Without `kept`, there was nothing to upgrade. */
export type UpgradeResult = { folder: string; from: string; to: string; kept?: string }

/**
 * Upgrades the embedded database in `dataDir` to the PostgreSQL major version of this release: makes a backup, which
 * is restored into a new cluster. The earlier cluster is kept in another folder. After an error, or if the process is
 * killed, it is still in place, and the next call begins anew.
 *
 * @throws Error in one line if a process uses the database, or it cannot be upgraded
 */
export async function upgradeDatabase(options: Options): Promise<UpgradeResult> {
  const { dataDir, programs, interrupted, report } = options
  const beginning = beginUpgrade(dataDir, programs, report)
  const upgrade = await Promise.race([beginning, interrupted])
  if ('current' in upgrade) return { folder: upgrade.folder, from: upgrade.current, to: upgrade.current }
  const { from, to, folder, kept } = upgrade
  try {
    await copyRows(upgrade, options)
  } catch (error) {
    upgrade.discard()
    throw error
  }
  upgrade.finish()
  return { folder, from, to, kept }
}

async function copyRows({ from, to, earlier, replacement, backup }: Upgrade, options: Options) {
  const { application, progress, report } = options
  report(`Reading the database of PostgreSQL ${from} …`)
  await withCluster(earlier, options, ({ orm }) => writeBackup(orm, backup, application, progress.backup))
  report(`Restoring it in PostgreSQL ${to} …`)
  await withCluster(replacement, options, ({ orm }) => restoreBackup(orm, backup, progress))
  rmSync(backup)
}

async function withCluster<T>(
  cluster: Cluster,
  { open, interrupted }: Options,
  callback: (database: Database) => Promise<T>,
): Promise<void> {
  const database = await open(await useAlone(cluster))
  try {
    await Promise.race([callback(database), interrupted])
  } finally {
    await database.close()
  }
}
