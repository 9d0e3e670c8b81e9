import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import { onFileFinished } from '../cleanup.ts'
import { query } from '../cluster.ts'
import { token } from '../world.ts'
import { productFolders, root } from './files.ts'
import { addRecord } from './patch.ts'

export type Copy = Awaited<ReturnType<typeof makeCopy>>

/** Creates a copy of the product with the record `memo`, and its database. Both are removed after the test file. */
export async function makeCopy() {
  const folder = mkdtempSync(join(tmpdir(), 'portfolio-ops-recipe-'))
  const database = `portfolio_ops_test_${randomBytes(6).toString('hex')}`
  const children: ChildProcess[] = []
  onFileFinished(async () => {
    for (const child of children) child.kill('SIGKILL')
    await query(inject('server'), `drop database if exists ${database} with (force)`)
    rmSync(folder, { recursive: true })
  })
  await query(inject('server'), `create database ${database} template ${inject('template')}`)
  for (const path of [...productFolders, 'package.json', 'tsconfig.json'])
    cpSync(join(root, path), join(folder, path), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  addRecord(folder)

  const { PATH = '', HOME = '' } = process.env
  const databaseUrl = Object.assign(new URL(inject('server')), { pathname: database }).href
  const env = {
    PATH,
    HOME,
    DATABASE_URL: databaseUrl,
    PORTFOLIO_TOKENS: token,
    PORT: '0',
    LOG_LEVEL: 'warn',
    NODE_COMPILE_CACHE: join(folder, '.compile-cache'),
  }
  const start = (args: string[]) => {
    const child = Object.assign(spawn(process.execPath, args, { cwd: folder, env }), { out: '', err: '' })
    children.push(child)
    child.stdout.setEncoding('utf8').on('data', (text) => {
      child.out += text
    })
    child.stderr.setEncoding('utf8').on('data', (text) => {
      child.err += text
    })
    return child
  }
  return {
    folder,
    databaseUrl,
    /** Runs Node in the copy until it exits. */
    async run(...args: string[]) {
      const child = start(args)
      const [code] = await once(child, 'close')
      return { code: code as number | null, out: child.out, err: child.err }
    },
    /** Starts the server of the copy and returns its address. */
    async serve(): Promise<string> {
      const child = start(['cli/main.ts', 'serve', '--json'])
      const exited = once(child, 'close').then(([code]) => {
        throw new Error(`The server of the copy exited with code ${code}: ${child.err}`)
      })
      const [line] = await Promise.race([once(child.stdout, 'data'), exited])
      // A later exit fails the tests by refused connections, which do not show the reason.
      exited.catch(({ message }: Error) => child.killed || console.error(message))
      return JSON.parse(line).url
    },
  }
}
