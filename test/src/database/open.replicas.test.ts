import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, inject, it, onTestFinished, vi } from 'vitest'
import { migrations } from '../../../migrations/index.ts'
import { entities } from '../../../src/catalog/entities.ts'
import { openDatabase } from '../../../src/database/open.ts'
import { makeWorld, type World } from '../../support/world.ts'

const currentDatabase = { text: 'select current_database() as name', values: [] }

let world: World
let primaryName: string
beforeAll(async () => {
  world = await makeWorld()
  primaryName = new URL(world.url).pathname.slice(1)
})

/** Opens the database of the world with these replicas. Returns its read function for them. */
async function openWith(...replicaUrls: string[]) {
  const database = await openDatabase({
    url: world.url,
    dataDir: '',
    replicaUrls,
    pool: 4,
    prepared: true,
    entities,
    migrations,
    report: () => undefined,
  })
  onTestFinished(() => database.close())
  return database.readReplica
}

it('is read with the search_path in the URL of the primary', async () => {
  const database = await openDatabase({
    url: `${world.url}?options=-c%20search_path%3Dpublic,information_schema`,
    dataDir: '',
    replicaUrls: [`${world.url}?options=-c%20work_mem%3D5MB`],
    pool: 2,
    prepared: true,
    entities,
    migrations,
    report: () => undefined,
  })
  onTestFinished(() => database.close())
  const settings = `select current_setting('search_path') as path, current_setting('work_mem') as memory,
    current_setting('jit') as jit`
  expect(await database.readReplica({ text: settings, values: [] })).toEqual([
    { path: 'public,information_schema', memory: '5MB', jit: 'off' },
  ])
})

/** A replica that accepts connections and never serves one. */
async function brokenReplica(handle: (socket: Socket) => void) {
  let connections = 0
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    connections += 1
    sockets.push(socket)
    socket.on('error', () => undefined)
    handle(socket)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { url: `postgres://nobody:secret@127.0.0.1:${port}/replica`, connections: () => connections }
}

/** How a broken replica handles a connection, and after how many milliseconds the pool gives the connection up. */
const behaviors = [
  { name: 'closes its connections', handle: (socket: Socket) => void socket.destroy(), givenUpMs: 0 },
  { name: 'never answers', handle: () => undefined, givenUpMs: 4000 },
]

describe.each(behaviors)('a replica that $name', ({ handle, givenUpMs }) => {
  it('is not used for 30 s, while the primary serves the reads', async () => {
    const replica = await brokenReplica(handle)
    const read = await openWith(replica.url)
    const firstAt = performance.now()
    expect(await read(currentDatabase)).toEqual([{ name: primaryName }])
    expect(performance.now() - firstAt).toBeLessThan(2000)
    await sleep(givenUpMs + 500)
    expect(replica.connections()).toBe(1)
    const startedAt = performance.now()
    for (let count = 0; count < 20; count++)
      expect(await read(currentDatabase)).toEqual([{ name: primaryName }])
    expect(performance.now() - startedAt).toBeLessThan(2000)
    expect(replica.connections()).toBe(1)

    const now = Date.now()
    const clock = vi.spyOn(Date, 'now')
    onTestFinished(() => clock.mockRestore())
    clock.mockReturnValue(now + 25_000)
    await read(currentDatabase)
    expect(replica.connections()).toBe(1)
    clock.mockReturnValue(now + 31_000)
    expect(await read(currentDatabase)).toEqual([{ name: primaryName }])
    expect(replica.connections()).toBe(2)
  })
})

describe('several replicas', () => {
  it('are used in turn, and the primary takes the turns of one that does not answer', async () => {
    const replica = await brokenReplica((socket) => socket.destroy())
    const read = await openWith(replica.url, inject('server'))
    const otherName = new URL(inject('server')).pathname.slice(1)
    const names = []
    for (let count = 0; count < 6; count++)
      names.push((await read<{ name: string }>(currentDatabase))[0]?.name)
    expect(names).toEqual([1, 2, 3].flatMap(() => [primaryName, otherName]))
    expect(replica.connections()).toBe(1)
  })
})

describe('a replica that answers with an error', () => {
  it('has the read repeated on the primary, and is used again for the next read', async () => {
    // Another database in place of a replica that lags: the table does not exist there.
    const read = await openWith(inject('server'))
    const directions = { text: 'select count(*)::int as count from directions', values: [] }
    expect(await read(directions)).toEqual([{ count: 6 }])
    expect(await read(currentDatabase)).toEqual([{ name: new URL(inject('server')).pathname.slice(1) }])
  })
})
