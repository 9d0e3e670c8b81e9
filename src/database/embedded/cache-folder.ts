import { lstatSync, mkdirSync, realpathSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, isAbsolute, join } from 'node:path'

/**
 * Returns the folder for this user's files that can be recreated, and creates it if necessary. Returns undefined if it
 * cannot be created or another user could change it, because the files in it are executed.
 */
export function cacheFolder(): string | undefined {
  try {
    return createFolder()
  } catch {
    // A home directory that does not exist or is read-only.
    return undefined
  }
}

function createFolder(): string | undefined {
  const { XDG_CACHE_HOME = '' } = process.env
  const parent = isAbsolute(XDG_CACHE_HOME) ? XDG_CACHE_HOME : join(homedir(), '.cache')
  // Not recursive: that option never returns where folders cannot be created, as under /proc.
  if (!lstatSync(parent, { throwIfNoEntry: false })) mkdirSync(parent, { mode: 0o700 })
  const folder = join(realpathSync(parent), 'portfolio-ops')
  if (!lstatSync(folder, { throwIfNoEntry: false })) mkdirSync(folder, { mode: 0o700 })
  return isPrivate(folder) && isProtected(dirname(folder)) ? folder : undefined
}

function isPrivate(folder: string): boolean {
  const stats = lstatSync(folder)
  // Windows has no owners and modes of this kind. There the home directory belongs to the user alone.
  if (!process.getuid) return stats.isDirectory()
  return stats.isDirectory() && stats.uid === process.getuid() && (stats.mode & 0o777) === 0o700
}

// A user who can write to a parent folder can replace the folders in it, unless the parent has the sticky bit.
function isProtected(folder: string): boolean {
  if (!process.getuid) return true
  const { uid, mode } = lstatSync(folder)
  const isOwn = uid === process.getuid() || uid === 0
  const isWritable = (mode & 0o022) !== 0 && (mode & 0o1000) === 0
  return isOwn && !isWritable && (folder === dirname(folder) || isProtected(dirname(folder)))
}
