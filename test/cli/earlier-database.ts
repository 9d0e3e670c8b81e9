import { existsSync } from 'node:fs'
import { appendFile, chown, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrations } from '../../migrations/index.ts'
import { issueToken } from '../../src/access/token-lifecycle.ts'
import { clusterIn } from '../../src/database/embedded/cluster.ts'
import { programsIn } from '../../src/database/embedded/earlier-programs.ts'
import { joinEmbedded, useAlone } from '../../src/database/embedded/join.ts'
import { chooseLocation } from '../../src/database/embedded/location.ts'
import { runProgram } from '../../src/database/embedded/run.ts'
import { migrate } from '../../src/database/migrate.ts'
import { openDatabase } from '../../src/database/open.ts'
import { transact } from '../../src/database/transaction.ts'
import { fillDemo } from '../../src/demo.ts'
import { entities } from '../../src/entities.ts'
import { operator } from '../support/people.ts'
import { tableContents } from '../support/table-contents.ts'

/** The programs of PostgreSQL 15. */
export const programs = '/usr/lib/postgresql/15/bin'
const report = () => undefined

/** Creates an embedded database of PostgreSQL 15 with demo data and a token, and stops its server. */
export async function createEarlier() {
  const folder = await mkdtemp(join(tmpdir(), 'portfolio-ops-earlier-'))
  await (await joinEmbedded(folder, report)).leave()
  await initialize(join(folder, 'cluster'))
  const use = await userOf(folder)
  const { orm, close } = await openDatabase({
    url: undefined,
    dataDir: '',
    joined: await use(),
    replicaUrls: [],
    pool: 2,
    prepared: true,
    entities,
    migrations,
    report,
  })
  await migrate(orm)
  await transact(orm, (em) => fillDemo(em, operator, { force: false, report }))
  const issued = await transact(orm, (em) =>
    issueToken(em, operator, { prefix: 'pft', name: 'robot', abilities: ['read'] }),
  )
  await close()
  const used = await use()
  const contents = await tableContents(used.url)
  await used.leave()
  return { folder, contents, token: issued.secret }
}

/** Returns a function that starts the server of PostgreSQL 15 in a data folder. */
export async function userOf(dataDir: string) {
  const location = await chooseLocation(dataDir)
  return () => useAlone(clusterIn(join(dataDir, 'cluster'), programsIn(programs), location))
}

/** Stops the server if it still runs after a failed test. No command of this version stops it. */
export async function stopEarlier(dataDir: string, use: Awaited<ReturnType<typeof userOf>>): Promise<void> {
  const data = join(dataDir, 'cluster/data')
  const isEarlier = (await readFile(join(data, 'PG_VERSION'), 'utf8')) === '15\n'
  if (isEarlier && existsSync(join(data, 'postmaster.pid'))) await (await use()).leave()
}

// Replaces the data of a cluster by that of PostgreSQL 15, with the same owner and password.
async function initialize(folder: string): Promise<void> {
  const data = join(folder, 'data')
  const { uid, gid } = await stat(data)
  const account = process.getuid?.() === 0 ? { uid, gid } : {}
  await rm(data, { recursive: true })
  await mkdir(data, { mode: 0o700 })
  const password = join(folder, 'initial-password')
  await writeFile(password, await readFile(join(folder, 'password')))
  for (const path of [data, password]) await chown(path, uid, gid)
  const options = ['--username=postgres', '--auth=scram-sha-256', '--encoding=UTF8', '--locale=C.UTF-8']
  const paths = [`--pgdata=${data}`, `--pwfile=${password}`]
  await runProgram(join(programs, 'initdb'), [...paths, ...options], account)
  await appendFile(join(data, 'postgresql.conf'), "unix_socket_directories = ''\n")
  await rm(password)
}
