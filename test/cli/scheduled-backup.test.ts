import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { dataFolder, emptyDatabase, serve } from './cli.ts'
import { runHere } from './here.ts'

it('writes a backup of the embedded database when serve starts, and keeps the newest BACKUP_KEEP', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'portfolio-ops-scheduled-'))
  onTestFinished(() => rm(parent, { recursive: true }))
  const BACKUP_DIR = join(parent, 'backups')
  await mkdir(BACKUP_DIR)
  const old = ['01', '02', '03'].map((day) => `portfolio-ops-2026-01-${day}.backup`)
  const others = ['mine.backup', 'portfolio-ops-2026-01-01.backup.copy']
  for (const name of [...old, ...others, `${old[2]}.4711.partial`])
    await writeFile(join(BACKUP_DIR, name), '')
  const server = await serve({ DATA_DIR: await dataFolder(), BACKUP_DIR, BACKUP_KEEP: '2' })
  const today = `portfolio-ops-${new Date().toISOString().slice(0, 10)}.backup`
  const kept = ['mine.backup', 'portfolio-ops-2026-01-01.backup.copy', old[2], today]
  await expect.poll(() => readdir(BACKUP_DIR)).toEqual(kept)
  expect((await stat(join(BACKUP_DIR, today))).mode & 0o777).toBe(0o600)
  expect(await server.end('SIGTERM')).toBe(0)
  const DATABASE_URL = await emptyDatabase()
  expect((await runHere({ DATABASE_URL }, 'restore', join(BACKUP_DIR, today))).code).toBe(0)
  expect((await runHere({ DATABASE_URL }, 'user', 'list', '--json')).json().users).toHaveLength(1)
})

it('reports in the log that the folder cannot be used, and serves', async () => {
  const BACKUP_DIR = '/proc/backups'
  const server = await serve({ DATA_DIR: await dataFolder(), BACKUP_DIR, LOG_LEVEL: 'error' })
  await expect.poll(() => server.child.err).toMatch(/\/proc\/backups.*the scheduled backup failed/)
  expect((await server.get('/health/ready')).status).toBe(200)
})
