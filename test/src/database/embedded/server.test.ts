import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openCluster } from '../../../../src/database/embedded/cluster.ts'
import { findServer, startServer } from '../../../../src/database/embedded/server.ts'
import { ask, embeddedWorld } from './world.ts'

const world = embeddedWorld()

test('uses another port if its own is in use, and other processes find it', async () => {
  const first = await world.enter()
  await first.leave()
  const occupant = createServer().listen(Number(new URL(first.url).port), '127.0.0.1')
  onTestFinished(() => void occupant.close())

  const moved = await world.enter()
  expect(moved.url).not.toBe(first.url)
  expect((await world.member()).url).toBe(moved.url)
})

test('starts although the recorded process id belongs to another program of the account', async () => {
  const first = await world.enter()
  const recordFile = join(world.dataDir, 'cluster/data/postmaster.pid')
  const record = await readFile(recordFile, 'utf8')
  await first.leave()
  // PostgreSQL ignores its parent in any case, so it must be another process.
  const { account } = await openCluster(world.dataDir, () => undefined)
  const program = spawn('sleep', ['60'], account)
  onTestFinished(() => void program.kill())
  await once(program, 'spawn')
  await writeFile(recordFile, record.replace(/^\d+/, String(program.pid)))
  expect(await ask((await world.enter()).url, 'select 1')).toBe(1)
  expect([program.exitCode, program.signalCode]).toEqual([null, null])
})

test('does not use or start beside the server of the cluster it was copied from, and names the file to remove', async () => {
  await world.enter()
  const folder = await mkdtemp(join(tmpdir(), 'embedded-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  execFileSync('cp', ['-a', `${world.dataDir}/.`, folder])

  const copy = await openCluster(folder, () => undefined)
  expect(await findServer(copy)).toBeUndefined()
  await expect(startServer(copy)).rejects.toThrow(
    /does not start in .*: lock file .* already exists\. Is another .*\? If process \d+ is not a PostgreSQL server of this folder, remove .*\/cluster\/data\/postmaster\.pid\.$/,
  )
})

test.each([
  ['postgresql.auto.conf', 'max_connections = many', /configuration file .* contains errors/],
  ['PG_VERSION', '17\n', /initialized by PostgreSQL version 17/],
])('reports what is wrong in %s in the words of PostgreSQL', async (name, text, words) => {
  await (await world.enter()).leave()
  const cluster = await openCluster(world.dataDir, () => undefined)
  await writeFile(join(cluster.data, name), text)
  await expect(startServer(cluster)).rejects.toThrow(words)
})
