import { chmodSync, existsSync, mkdirSync } from 'node:fs'
import { fileErrorReason } from '../file-error.ts'
import { statOf } from './file.ts'

const path = '/var/lib/portfolio-ops'

/**
 * Creates the folder that a root process uses if the account of PostgreSQL cannot enter its own folders, and returns
 * its path. Everyone can enter and list it; only root can write to it.
 *
 * @throws Error in one line if it cannot be created, or can be changed by others
 */
export function systemFolder(): string {
  try {
    if (!statOf(path)) {
      for (const folder of ['/var', '/var/lib', path])
        if (!existsSync(folder)) {
          mkdirSync(folder)
          chmodSync(folder, 0o755)
        }
    }
  } catch (cause) {
    const reason = `PostgreSQL does not run as root and needs the folder ${path}, which cannot be created`
    const advice = 'Start as an ordinary user, or set DATABASE_URL to a server.'
    throw new Error(`${reason}: ${fileErrorReason(cause as Error)}. ${advice}`, { cause })
  }
  const stats = statOf(path)
  if (!stats?.isDirectory() || stats.uid !== 0 || (stats.mode & 0o022) !== 0)
    throw new Error(`${path} is not a folder that only root can change. Correct its owner and mode.`)
  return path
}
systemFolder.path = path
