import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from './config.ts'

const keyBytes = 32

/**
 * Returns the key that encrypts stored secrets: `SECRET_KEY`, or with the embedded database that of the file `secret-key`
 * in `DATA_DIR`, which is created once. Undefined with a database of your own and no `SECRET_KEY`: servers that share a
 * database must share the key too.
 */
export function secretKey({
  SECRET_KEY,
  DATABASE_URL,
  DATA_DIR,
}: Pick<Config, 'SECRET_KEY' | 'DATABASE_URL' | 'DATA_DIR'>): Buffer | undefined {
  if (SECRET_KEY !== undefined) return Buffer.from(SECRET_KEY, 'base64')
  return DATABASE_URL === undefined ? keyInFile(DATA_DIR) : undefined
}

// Several processes may start at once. A link is created with its content or not at all, and never replaces another.
function keyInFile(folder: string): Buffer {
  const path = join(folder, 'secret-key')
  const read = () => Buffer.from(readFileSync(path, 'utf8'), 'base64')
  try {
    return checked(read(), path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  mkdirSync(folder, { recursive: true })
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, randomBytes(keyBytes).toString('base64'), { mode: 0o600 })
  try {
    linkSync(draft, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft, { force: true })
  }
  return checked(read(), path)
}

function checked(key: Buffer, path: string): Buffer {
  if (key.length === keyBytes) return key
  throw new Error(`${path} must contain 32 bytes in base64. Restore it from a backup.`)
}
