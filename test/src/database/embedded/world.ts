import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { Client } from 'pg'
import { afterEach, beforeEach } from 'vitest'
import { type Embedded, joinEmbedded } from '../../../../src/database/embedded/join.ts'
import type { Account } from '../../../../src/database/embedded/run.ts'
import { removeDataFolder } from '../../../support/remove-data-folder.ts'

const embeddedModule = join(import.meta.dirname, '../../../../src/database/embedded/join.ts')

/** Gives each test its own DATA_DIR and functions to join it. Every process is stopped after the test. */
export function embeddedWorld() {
  const world = { dataDir: '', reported: [] as string[], enter, member, launch, killServer }
  const joined: Embedded[] = []
  const members: ChildProcess[] = []

  beforeEach(async () => {
    world.dataDir = await mkdtemp(join(tmpdir(), 'embedded-'))
    world.reported = []
  })

  afterEach(async () => {
    for (const member of members.splice(0)) member.kill('SIGKILL')
    for (const embedded of joined.splice(0)) await embedded.leave()
    await removeDataFolder(world.dataDir)
  })

  async function enter(): Promise<Embedded> {
    const embedded = await joinEmbedded(world.dataDir, (line) => world.reported.push(line))
    joined.push(embedded)
    return embedded
  }

  /** Starts another process, and waits until it has joined. */
  async function member(account?: Account) {
    const process = launch(account)
    const ended = once(process, 'exit')
    const leave = () => process.stdin.end() && ended
    const kill = () => process.kill('SIGKILL') && ended
    for await (const url of createInterface(process.stdout)) return { url, leave, kill }
    throw new Error(await text(process.stderr))
  }

  /** Starts another process, which joins, and leaves when its input ends. */
  function launch(account?: Account) {
    const script = `
      const { joinEmbedded } = await import(${JSON.stringify(embeddedModule)})
      const { url, leave } = await joinEmbedded(${JSON.stringify(world.dataDir)}, () => undefined)
      console.log(url)
      process.stdin.on('end', leave).resume()
    `
    const child = spawn(process.execPath, ['--input-type=module', '--eval', script], account ?? {})
    members.push(child)
    return child
  }

  async function killServer(): Promise<void> {
    const record = await readFile(join(world.dataDir, 'cluster/data/postmaster.pid'), 'utf8')
    process.kill(Number.parseInt(record, 10), 'SIGKILL')
  }

  return world
}

export async function ask(url: string, sql: string): Promise<unknown> {
  const client = new Client(url)
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query({ text: sql, rowMode: 'array' })
    return rows[0]?.[0]
  } finally {
    await client.end()
  }
}

export function answers(url: string): Promise<boolean> {
  return ask(url, 'select 1').then(
    () => true,
    () => false,
  )
}
