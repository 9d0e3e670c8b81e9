import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { readConfig } from '../../../src/config/config.ts'
import { secretKey } from '../../../src/config/secret-key.ts'

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'portfolio-ops-key-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

it('is created once in the data folder, for its owner only', () => {
  const config = readConfig({ DATA_DIR: join(newFolder(), 'data') })
  const key = secretKey(config)
  expect(key).toHaveLength(32)
  expect(secretKey(config)).toEqual(key)
  const path = join(config.DATA_DIR, 'secret-key')
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(readFileSync(path, 'utf8')).toBe(key?.toString('base64'))
})

it('is SECRET_KEY where that is set, and none with a database of your own', () => {
  const SECRET_KEY = randomBytes(32).toString('base64')
  const DATABASE_URL = 'postgres://127.0.0.1/test'
  expect(secretKey(readConfig({ SECRET_KEY, DATABASE_URL }))?.toString('base64')).toBe(SECRET_KEY)
  expect(secretKey(readConfig({ DATABASE_URL }))).toBeUndefined()
})

it('rejects another length, without the value', () => {
  expect(() => readConfig({ SECRET_KEY: 'c2hvcnQ=' })).toThrow(/SECRET_KEY: must be 32 bytes in base64/)
  expect(() => readConfig({ SECRET_KEY: 'c2hvcnQ=' })).not.toThrow(/c2hvcnQ/)
  const DATA_DIR = newFolder()
  writeFileSync(join(DATA_DIR, 'secret-key'), 'c2hvcnQ=')
  expect(() => secretKey(readConfig({ DATA_DIR }))).toThrow(/must contain 32 bytes/)
})

it('is not one repeated byte in production', () => {
  const DATABASE_URL = 'postgres://db/ops'
  for (const byte of [0, 65]) {
    const SECRET_KEY = Buffer.alloc(32, byte).toString('base64')
    const read = (NODE_ENV: string) => () => readConfig({ DATABASE_URL, SECRET_KEY, NODE_ENV })
    expect(read('production')).toThrow(/SECRET_KEY: must not be one repeated byte; set it to the output of/)
    expect(read('production')).not.toThrow(SECRET_KEY)
    expect(read('development')().SECRET_KEY).toBe(SECRET_KEY)
  }
})

it('causes a warning if it is not set for a database of your own', () => {
  const DATABASE_URL = 'postgres://db/ops'
  const SECRET_KEY = randomBytes(32).toString('base64')
  expect(readConfig({}).warnings).toEqual([])
  expect(readConfig({ DATABASE_URL, SECRET_KEY }).warnings).toEqual([])
  expect(readConfig({ DATABASE_URL }).warnings).toEqual([expect.stringMatching(/^SECRET_KEY: not set, /)])
})
