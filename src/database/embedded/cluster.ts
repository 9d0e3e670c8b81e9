import { existsSync } from 'node:fs'
import { mkdir, readFile, realpath, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ownerOf } from './account.ts'
import { createCluster, removeDrafts } from './creation.ts'
import { checkCanRun, findPrograms, type Programs } from './programs.ts'
import type { Account } from './run.ts'

/** A cluster: a data directory with the files beside it, and what is needed to run a server on it. */
export type Cluster = {
  data: string
  log: string
  portFile: string
  password: string
  programs: Programs
  account: Account
}

/**
 * Returns the cluster in `dataDir`. Creates it if it does not exist.
 *
 * @throws Error in one line if it cannot be created, or belongs to another user
 */
export async function openCluster(dataDir: string, report: (line: string) => void): Promise<Cluster> {
  await makeFolder(dataDir).catch((cause: Error) => {
    const advice = 'Set DATA_DIR to a writable folder, or DATABASE_URL to a server.'
    throw new Error(`The folder ${dataDir} cannot be created (${cause.message}). ${advice}`, { cause })
  })
  const folder = join(await realpath(dataDir), 'cluster')
  const programs = findPrograms()
  if (!existsSync(folder)) {
    report(`Creating the database in ${dataDir} …`)
    await createCluster(folder, programs)
  }
  await removeDrafts(dirname(folder))

  const account = await ownerOf(folder)
  await checkCanRun(programs, folder, account)
  return {
    data: join(folder, 'data'),
    log: join(folder, 'server.log'),
    portFile: join(folder, 'port'),
    password: await readPassword(folder),
    programs,
    account,
  }
}

// The `recursive` option of Node never returns where folders cannot be created, as under /proc.
async function makeFolder(path: string): Promise<void> {
  if (!existsSync(dirname(path))) await makeFolder(dirname(path))
  await mkdir(path).catch(async (error: Error) => {
    // The folder may exist already, or another process may have just created it.
    const found = await stat(path).catch(() => undefined)
    if (!found?.isDirectory()) throw error
  })
}

async function readPassword(folder: string): Promise<string> {
  try {
    return await readFile(join(folder, 'password'), 'utf8')
  } catch (cause) {
    const advice = 'Start as that user, or set DATA_DIR.'
    throw new Error(`The database in ${folder} belongs to another user. ${advice}`, { cause })
  }
}
