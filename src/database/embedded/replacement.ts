import { existsSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { asAccount } from './account.ts'
import type { ClusterLocation } from './location.ts'

/** The folders of a cluster that replaces the one in `home`. */
export function replacementFolders(home: string): { draft: string; complete: string } {
  return { draft: join(home, 'cluster-upgrade'), complete: join(home, 'cluster-upgraded') }
}

/** Replaces the cluster by the draft, and keeps it in `kept`. If it is interrupted, the next start completes it. */
export function replaceCluster(location: ClusterLocation, kept: string): void {
  const { draft, complete } = replacementFolders(location.home)
  asAccount(location.files, () => {
    renameSync(draft, complete)
    renameSync(join(location.home, 'cluster'), kept)
    renameSync(complete, join(location.home, 'cluster'))
  })
}

/**
 * Completes a replacement that was interrupted after the old cluster was moved away. Returns false if there was none to
 * complete.
 */
export function completeReplacement(location: ClusterLocation): boolean {
  const { complete } = replacementFolders(location.home)
  if (!existsSync(complete)) return false
  asAccount(location.files, () => renameSync(complete, join(location.home, 'cluster')))
  return true
}
