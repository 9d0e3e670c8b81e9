import { execFileSync } from 'node:child_process'
import { chown, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { answers, ask, embeddedWorld } from './world.ts'

const world = embeddedWorld()
const asRoot = process.getuid?.() === 0

describe('starting', () => {
  test('creates a cluster once, on loopback, with a password', async () => {
    const { url, leave } = await world.enter()
    expect(world.reported).toEqual([`Creating the database in ${world.dataDir} …`])
    expect(await ask(url, 'show listen_addresses')).toBe('127.0.0.1')
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
    expect(await ask(url, `select lower('СКАНЕР') = 'сканер' and 'СКАНЕР' ilike 'скан%'`)).toBe(true)
  })

  test('logs in as a role that owns its database and has no other rights', async () => {
    const { url } = await world.enter()
    const rights = `current_user, pg_get_userbyid(datdba), rolsuper or rolcreaterole or rolcreatedb`
    const tables = `pg_roles, pg_database where rolname = current_user and datname = current_database()`
    expect(await ask(url, `select row(${rights})::text from ${tables}`)).toBe(
      '(portfolio_ops,portfolio_ops,f)',
    )
    await expect(ask(url, `copy (select 1) to program 'true'`)).rejects.toThrow(/permission denied/)
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
    const { leave } = await world.enter()
    const [, next] = await Promise.all([leave(), world.enter()])
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
})

describe('a killed server', () => {
  test('is restarted at the same address, with the committed data, also if its starter was killed', async () => {
    const starter = await world.member()
    const { url, leave } = await world.enter()
    const other = await world.member()
    await ask(url, 'create table kept as select 7 as number')
    await starter.kill()
    await world.killServer()
    const running = 'The embedded database is running again.'
    await expect.poll(() => world.reported.at(-1)).toBe(running)
    expect(world.reported).toEqual(['The embedded database has stopped. Restarting it …', running])
    expect(await ask(url, 'select number from kept')).toBe(7)

    // Both processes share the server again: it keeps running until the last of them leaves.
    await other.leave()
    expect(await answers(url)).toBe(true)
    await leave()
    expect(await answers(url)).toBe(false)
  })

  test('can be left, also twice', async () => {
    const { leave } = await world.enter()
    await world.killServer()
    await Promise.all([leave(), leave()])
  })
})
