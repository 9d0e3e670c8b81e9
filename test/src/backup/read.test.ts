import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { readBackup } from '../../../src/backup/read.ts'
import { onFileFinished } from '../../support/cleanup.ts'

let path: string
beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'read-backup-'))
  onFileFinished(() => rm(folder, { recursive: true }))
  path = join(folder, 'portfolio.backup')
})

const header = {
  format: 'portfolio-ops backup',
  version: 1,
  application: '0.1.0',
  created_at: '2026-11-20T10:00:00.000Z',
  migrations: ['0001-text-search'],
  sequences: [],
  tables: ['empty', 'long', 'short'].map((name) => ({ name, columns: ['text'], partitions: [] })),
}
// Longer than a chunk, and with text that resembles the end of a table.
const long = `${'long '.repeat(200_000)}\\\\.\n\\\\.\n a\\.\n`
const body = (head: object = header) => `${JSON.stringify(head)}\n\\.\n${long}\\.\nshort\n\\.\n`

describe('a backup', () => {
  it('is read table by table', async () => {
    await write(body())
    const shares: number[] = []
    expect(await read((share) => shares.push(share))).toEqual([
      ['empty', ''],
      ['long', long],
      ['short', 'short\n'],
    ])
    expect(shares.at(-1)).toBe(1)
    expect(shares).toEqual(shares.toSorted())
  })

  it.each([
    [
      'has a changed row',
      () => write(body(), (text) => text.replace('short\n', 'shost\n')),
      'is damaged: its checksum differs',
    ],
    [
      'has a changed header',
      () => write(body(), (text) => text.replace('0001', '0002')),
      'is damaged: its checksum differs',
    ],
    ['has no checksum', () => write('', () => body()), 'is incomplete'],
    [
      'continues after its checksum',
      () => write(body(), (text) => `${text}more\n`),
      'is damaged: data follows its checksum',
    ],
    [
      'is cut off',
      () => write(body(), undefined, (file) => file.subarray(0, -200)),
      'is damaged or not a backup: unexpected end of file',
    ],
    ['has a changed byte', () => write(body(), undefined, (file) => file.fill(0, 60, 70)), 'is damaged'],
    [
      'is not compressed',
      () => writeFile(path, body()),
      'is damaged or not a backup: incorrect header check',
    ],
    ['is another file', () => write('', () => 'text\n'), 'is not a backup of portfolio-ops'],
    [
      'has a statement for a partition',
      () =>
        write(
          body({
            ...header,
            tables: [
              { name: 't', columns: [], partitions: [{ name: 'p', bound: 'DEFAULT; drop table users' }] },
            ],
          }),
        ),
      'is damaged: its header is invalid',
    ],
    [
      'has names without end',
      () => write(body({ ...header, migrations: Array(20_000).fill('0001-text-search') })),
      'is damaged: its header is invalid',
    ],
    [
      'has a header without end',
      () => write('', () => ' '.repeat(5 * 1024 * 1024)),
      'is not a backup of portfolio-ops',
    ],
    [
      'expands to far more than its size',
      () => write('', () => `${JSON.stringify(header)}\n${'a\n'.repeat(40 * 1024 * 1024)}`),
      'is not a backup: it expands to more than 200 times its size',
    ],
    [
      'has a later format',
      () => write(body({ ...header, version: 2, application: '9.0.0' })),
      'has format 2, but this version reads format 1. Restore it with portfolio-ops 9.0.0',
    ],
  ])('is rejected if it %s', async (_title, prepare, message) => {
    await prepare()
    await expect(read()).rejects.toThrow(`${path} ${message}`)
  })

  it('is rejected if it does not exist, or is a folder', async () => {
    await rm(path, { force: true })
    await expect(read()).rejects.toThrow(new Error(`${path} does not exist.`))
    await mkdir(path)
    onTestFinished(() => rm(path, { recursive: true }))
    await expect(read()).rejects.toThrow(new Error(`${path} cannot be read: it is a folder.`))
  })
})

async function write(
  text: string,
  change = (whole: string) => whole,
  damage = (file: Buffer) => file,
): Promise<void> {
  const sha256 = createHash('sha256').update(text).digest('hex')
  await writeFile(path, damage(gzipSync(change(`${text}${JSON.stringify({ sha256 })}\n`))))
}

async function read(progress: (share: number) => void = () => undefined): Promise<[string, string][]> {
  const tables: [string, string][] = []
  await readBackup(
    path,
    async ({ name }, rows) => {
      let text = ''
      for await (const chunk of rows) text += chunk
      tables.push([name, text])
    },
    progress,
  )
  return tables
}
