import { existsSync } from 'node:fs'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Server } from '../http/server/server.ts'
import manifest from '../package.json' with { type: 'json' }
import { writeBackup } from '../src/backup/write.ts'
import type { MikroORM } from '../src/database/transaction.ts'
import { today } from '../src/record/rules/day.ts'

const hourMs = 3_600_000

// The names sort in the order of their days. A process that was killed leaves a partial file.
const namePattern = /^portfolio-ops-\d{4}-\d\d-\d\d\.backup(?<partial>\.\d+\.partial)?$/

/**
 * Writes a backup to `folder` for each day in UTC, now or when the day begins, and deletes all but the newest `keep`.
 * Checks every hour, so a backup that failed is repeated.
 */
export function backupDaily(app: Server, orm: MikroORM, folder: string, keep: number): NodeJS.Timeout {
  const backup = () =>
    writeBackupOfToday(orm, folder, keep).then(
      (file) => file && app.log.info(`backup written to ${file}`),
      (error: unknown) => app.log.error({ err: error }, 'the scheduled backup failed'),
    )
  void backup()
  return setInterval(backup, hourMs).unref()
}

/** Returns the path of the newest complete backup in `folder`, or undefined if there is none. */
export async function newestBackup(folder: string): Promise<string | undefined> {
  const names = existsSync(folder) ? await readdir(folder) : []
  const complete = names.filter((found) => namePattern.test(found) && !isPartial(found))
  const newest = complete.toSorted().at(-1)
  return newest && join(folder, newest)
}

async function writeBackupOfToday(orm: MikroORM, folder: string, keep: number): Promise<string | undefined> {
  if (!existsSync(folder)) await mkdir(folder, { mode: 0o700 })
  const name = `portfolio-ops-${today()}.backup`
  const file = join(folder, name)
  if (existsSync(file)) return undefined
  await writeBackup(orm, file, manifest.version, () => undefined)
  const names = (await readdir(folder)).filter((found) => namePattern.test(found)).toSorted()
  const old = names.filter((found) => !isPartial(found)).slice(0, -keep)
  // Another process may be writing today's backup.
  const stale = names.filter((found) => isPartial(found) && found < name)
  for (const found of [...old, ...stale]) await rm(join(folder, found), { force: true })
  return file
}

function isPartial(name: string): boolean {
  return namePattern.exec(name)?.groups?.partial !== undefined
}
