import { existsSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { asAccount } from './account.ts'
import type { ClusterLocation } from './place.ts'

/** The folders of a cluster that replaces the one in `home`. */
export function replacementFolders(home: string): { draft: string; complete: string } {
  return { draft: join(home, 'cluster-upgrade'), complete: join(home, 'cluster-upgraded') }
}

/** Replaces the cluster by the draft, and keeps it in `kept`. If it is interrupted, the next start completes it. */
export function replaceCluster(place: ClusterLocation, kept: string): void {
  const { draft, complete } = replacementFolders(place.home)
  asAccount(place.files, () => {
    renameSync(draft, complete)
    renameSync(join(place.home, 'cluster'), kept)
    renameSync(complete, join(place.home, 'cluster'))
  })
}

/** Completes a replacement that was interrupted when there was no cluster. Returns whether there was one. */
export function completeReplacement(place: ClusterLocation): boolean {
  const { complete } = replacementFolders(place.home)
  if (!existsSync(complete)) return false
  asAccount(place.files, () => renameSync(complete, join(place.home, 'cluster')))
  return true
}
