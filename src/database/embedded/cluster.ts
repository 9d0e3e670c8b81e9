import { existsSync } from 'node:fs'
import { mkdir, readFile, realpath, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ownerOf } from './account.ts'
import { createCluster, removeDrafts } from './creation.ts'
import { findPrograms, type Programs, checkCanRun } from './programs.ts'
import type { Account } from './run.ts'

export type Cluster = {
  data: string
  log: string
  portFile: string
  password: string
  programs: Programs
  account: Account
}

/**
 * The cluster in `dataDir`, created if there is none.
 *
 * @throws Error in one line if it cannot be created, or belongs to somebody else
 */
export async function openCluster(dataDir: string, report: (line: string) => void): Promise<Cluster> {
  await makeFolder(dataDir).catch((cause: Error) => {
    const mend = 'set DATA_DIR to one that you may write, or DATABASE_URL to a server.'
    throw new Error(`There can be no folder ${dataDir} (${cause.message}): ${mend}`, { cause })
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

// Node's own `recursive` never ends where the system has no room for folders, as under /proc.
async function makeFolder(path: string): Promise<void> {
  if (!existsSync(dirname(path))) await makeFolder(dirname(path))
  await mkdir(path).catch(async (error: Error) => {
    // Ours, or made by another process at this moment.
    const found = await stat(path).catch(() => undefined)
    if (!found?.isDirectory()) throw error
  })
}

async function readPassword(folder: string): Promise<string> {
  try {
    return await readFile(join(folder, 'password'), 'utf8')
  } catch (cause) {
    const mend = 'start as that user, or set DATA_DIR.'
    throw new Error(`The database in ${folder} belongs to another user: ${mend}`, { cause })
  }
}
