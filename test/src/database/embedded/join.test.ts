import { execFileSync } from 'node:child_process'
import { chown, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { answers, ask, embeddedWorld } from './world.ts'

const world = embeddedWorld()
const asRoot = process.getuid?.() === 0

describe('starting', () => {
  test('creates a cluster once, on loopback, with a password', async () => {
    const { url, superuserUrl, leave } = await world.enter()
    expect(world.reported).toEqual([`Creating the database in ${world.dataDir} …`])
    expect(await ask(url, 'show listen_addresses')).toBe('127.0.0.1')
    expect(await ask(superuserUrl, 'show unix_socket_directories')).toBe('')
    expect(await ask(url, 'show fsync')).toBe('on')
    await expect(ask(url.replace(/:[0-9a-f]{48}@/, ':guess@'), 'select 1')).rejects.toThrow(/password/)
    expect((await stat(join(world.dataDir, 'cluster/password'))).mode & 0o777).toBe(0o600)

    await ask(url, 'create table kept as select 7 as number')
    await leave()
    const again = await world.enter()
    expect(again.url).toBe(url)
    expect(world.reported).toHaveLength(1)
    expect(await ask(again.url, 'select number from kept')).toBe(7)
  })

  test('maps the case of letters of every script, and indexes their trigrams', async () => {
    const { url } = await world.enter()
    await ask(url, 'create extension pg_trgm')
    expect(await ask(url, `select cardinality(show_trgm('Падение'))`)).toBe(8)
    expect(await ask(url, `select lower('СКАНЕР')`)).toBe('сканер')
    expect(await ask(url, `select upper('сканер')`)).toBe('СКАНЕР')
    expect(await ask(url, `select 'СКАНЕР' ilike 'скан%'`)).toBe(true)
  })

  test('succeeds in two processes at the same time, on one cluster', async () => {
    const [one, other] = await Promise.all([world.member(), world.member()])
    expect(one.url).toBe(other.url)
    expect(await ask(one.url, 'select 1')).toBe(1)
    expect(await readdir(world.dataDir)).toEqual(['cluster'])
  })

  test.runIf(asRoot)('works for an unprivileged user, whose cluster root can join', async () => {
    const nobody = Number(execFileSync('id', ['-u', 'nobody']))
    await chown(world.dataDir, nobody, nobody)
    const unprivileged = await world.member({ uid: nobody, gid: nobody })
    expect((await stat(join(world.dataDir, 'cluster/data'))).uid).toBe(nobody)

    const { url, leave } = await world.enter()
    expect(url).toBe(unprivileged.url)
    await unprivileged.leave()
    await leave()
    expect(await answers(url)).toBe(false)
  })
})

describe('sharing', () => {
  test('lets a second process join, and the last to leave stop the server', async () => {
    const { url, leave } = await world.enter()
    const second = await world.member()
    expect(second.url).toBe(url)
    await leave()
    expect(await answers(url)).toBe(true)
    await second.leave()
    expect(await answers(url)).toBe(false)
  })

  test('gives a server to a process that joins while the last one leaves', async () => {
    const { url, leave } = await world.enter()
    const [, next] = await Promise.all([leave(), world.enter()])
    expect(next.url).toBe(url)
    expect(await ask(next.url, 'select 1')).toBe(1)
  })

  test('leaves the server of a killed process to the next, which stops it', async () => {
    const killed = await world.member()
    await ask(killed.url, 'create table kept as select 7 as number')
    await killed.kill()
    expect(await answers(killed.url)).toBe(true)

    const { url, leave } = await world.enter()
    expect(url).toBe(killed.url)
    expect(await ask(url, 'select number from kept')).toBe(7)
    await leave()
    expect(await answers(url)).toBe(false)
  })

  test('lets a process end after it left, and can be left twice', async () => {
    const member = await world.member()
    const { leave } = await world.enter()
    await member.leave()
    expect(member.process.exitCode).toBe(0)
    await Promise.all([leave(), leave()])
  })
})

describe('a killed server', () => {
  test('is restarted within five seconds, at the same address, with the committed data', async () => {
    const { url, leave } = await world.enter()
    const others = await Promise.all([world.member(), world.member()])
    await ask(url, 'create table kept as select 7 as number')
    await world.killServer()
    await expectRestart(url)
    expect(await ask(url, 'select number from kept')).toBe(7)
    const [, lost, found] = world.reported
    expect([lost, found]).toEqual([
      'The embedded database has stopped. Restarting it …',
      'The embedded database is running again.',
    ])

    // All three share the server again: it keeps running until the last of them leaves.
    for (const other of others) await other.leave()
    expect(await answers(url)).toBe(true)
    await leave()
    expect(await answers(url)).toBe(false)
  })

  test('is restarted even if the process that started it was killed', async () => {
    const starter = await world.member()
    const { url } = await world.enter()
    await starter.kill()
    await world.killServer()
    await expectRestart(url)
  })

  test('can be left', async () => {
    const { leave } = await world.enter()
    await world.killServer()
    await leave()
  })

  async function expectRestart(url: string): Promise<void> {
    const options = { timeout: 20_000, interval: 50 }
    await expect.poll(() => world.reported.at(-1), options).toBe('The embedded database is running again.')
    expect(await ask(url, 'select 1')).toBe(1)
  }
})
