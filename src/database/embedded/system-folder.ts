import { chmodSync, existsSync, mkdirSync } from 'node:fs'
import { fileErrorReason } from '../file-error.ts'
import { statOf } from './file.ts'

/**
 * The folder for data and programs of a process that runs as root, if the account of PostgreSQL cannot enter the usual
 * folders.
 */
export const systemFolderPath = '/var/lib/portfolio-ops'

/**
 * Creates the system folder if it does not exist. Everyone can enter and list it; only root can write to it.
 *
 * @throws Error in one line if it cannot be created, or can be changed by others
 */
export function createSystemFolder(): void {
  try {
    if (!statOf(systemFolderPath)) {
      for (const folder of ['/var', '/var/lib', systemFolderPath])
        if (!existsSync(folder)) {
          mkdirSync(folder)
          chmodSync(folder, 0o755)
        }
    }
  } catch (cause) {
    const reason = `PostgreSQL does not run as root and needs the folder ${systemFolderPath}, which cannot be created`
    const advice = 'Start as an ordinary user, or set DATABASE_URL to a server.'
    throw new Error(`${reason}: ${fileErrorReason(cause as Error)}. ${advice}`, { cause })
  }
  const stats = statOf(systemFolderPath)
  if (!stats?.isDirectory() || stats.uid !== 0 || (stats.mode & 0o022) !== 0)
    throw new Error(
      `${systemFolderPath} is not a folder that only root can change. Correct its owner and mode.`,
    )
}
