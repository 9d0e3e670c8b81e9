import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Client } from 'pg'
import { afterEach, beforeEach } from 'vitest'
import { type Embedded, joinEmbedded } from '../../../../src/database/embedded/join.ts'
import { removeDataFolder } from '../../../support/remove-data-folder.ts'

type Account = { uid?: number; gid?: number }

const embeddedModule = join(import.meta.dirname, '../../../../src/database/embedded/join.ts')

/** Gives each test its own DATA_DIR and functions to join it. Every process is stopped after the test. */
export function embeddedWorld() {
  const world = { dataDir: '', reported: [] as string[], enter, member, launch, record, rewrite, killServer }
  const joined: Embedded[] = []
  const members: ChildProcess[] = []

  beforeEach(async () => {
    world.dataDir = await mkdtemp(join(tmpdir(), 'embedded-'))
    world.reported = []
  })

  afterEach(async () => {
    await Promise.all(members.splice(0).map(kill))
    for (const embedded of joined.splice(0)) await embedded.leave()
    await removeDataFolder(world.dataDir)
  })

  async function enter(): Promise<Embedded> {
    const embedded = await joinEmbedded(world.dataDir, (line) => world.reported.push(line))
    joined.push(embedded)
    return embedded
  }

  /** Starts another process, and waits until it has joined. */
  async function member(account: Account = {}) {
    const process = launch(account)
    const leave = async () => {
      process.stdin.end()
      await once(process, 'exit')
    }
    for await (const url of createInterface(process.stdout))
      return { url, process, leave, kill: () => kill(process) }
    throw new Error('The member could not join.')
  }

  /** Starts another process, which joins, and leaves when its input ends. */
  function launch(account: Account = {}) {
    const script = `
      const { joinEmbedded } = await import(${JSON.stringify(embeddedModule)})
      const { url, leave } = await joinEmbedded(${JSON.stringify(world.dataDir)}, () => undefined)
      console.log(url)
      process.stdin.on('end', leave).resume()
    `
    const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
      ...account,
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    members.push(child)
    return child
  }

  function recordFile(): string {
    return join(world.dataDir, 'cluster/data/postmaster.pid')
  }

  async function record(): Promise<string> {
    return readFile(recordFile(), 'utf8')
  }

  async function rewrite(text: string): Promise<void> {
    await writeFile(recordFile(), text)
  }

  async function killServer(): Promise<void> {
    process.kill(Number.parseInt(await record(), 10), 'SIGKILL')
  }

  return world
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await exited
}

export async function ask(url: string, sql: string): Promise<unknown> {
  const client = new Client({ connectionString: url })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query({ text: sql, rowMode: 'array' })
    return rows[0]?.[0]
  } finally {
    await client.end()
  }
}

export async function answers(url: string): Promise<boolean> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
