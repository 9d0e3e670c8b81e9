import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openCluster } from '../../../../src/database/embedded/cluster.ts'
import { findServer } from '../../../../src/database/embedded/find-server.ts'
import { startServer } from '../../../../src/database/embedded/server.ts'
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

test('starts although the recorded process id belongs to another process', async () => {
  const first = await world.enter()
  const record = await world.record()
  await first.leave()
  await world.rewrite(record.replace(/^\d+/, String(process.pid)))
  const { url } = await world.enter()
  expect(await ask(url, 'select 1')).toBe(1)
})

test('does not use or start beside the server of the cluster it was copied from', async () => {
  const { superuserUrl } = await world.enter()
  const folder = await mkdtemp(join(tmpdir(), 'embedded-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  execFileSync('cp', ['-a', `${world.dataDir}/.`, folder])

  const copy = await openCluster(folder, () => undefined)
  expect(await findServer(copy)).toBeUndefined()
  await expect(startServer(copy)).rejects.toThrow(
    /does not start in .*: lock file .* already exists\. Is another .*\? See .*server\.log\.$/,
  )
  expect(await ask(superuserUrl, 'show data_directory')).toBe(join(world.dataDir, 'cluster/data'))
})

test('reports a setting that PostgreSQL rejects in the words of PostgreSQL', async () => {
  await (await world.enter()).leave()
  const cluster = await openCluster(world.dataDir, () => undefined)
  await writeFile(join(cluster.data, 'postgresql.auto.conf'), 'max_connections = many')
  await expect(startServer(cluster)).rejects.toThrow(
    /does not start in .*: configuration file .* contains errors/,
  )
})
