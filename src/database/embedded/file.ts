import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readFileSync,
  type Stats,
  writeSync,
} from 'node:fs'
import { asAccount } from './account.ts'
import type { Account } from './run.ts'

const { O_APPEND, O_CREAT, O_EXCL, O_RDONLY, O_TRUNC, O_WRONLY } = constants

// Windows has neither of them.
const { O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants as Partial<typeof constants>

/**
 * The prefix of the names of incomplete folders. No other program uses it, because files of other programs may be
 * beside them.
 */
export const draftPrefix = '.portfolio-ops-draft-'

const modes = {
  read: O_RDONLY,
  create: O_WRONLY | O_CREAT | O_EXCL,
  replace: O_WRONLY | O_CREAT | O_TRUNC,
  append: O_WRONLY | O_CREAT | O_APPEND,
}

/**
 * Opens a regular file with the rights of `account` and returns its descriptor. A file that is created is readable by
 * its owner only.
 *
 * @throws Error if it is a link or not a regular file, which an account may have planted
 */
export function openFile(path: string, mode: keyof typeof modes, account: Account): number {
  const file = asAccount(account, () => openSync(path, modes[mode] | O_NOFOLLOW | O_NONBLOCK, 0o600))
  if (fstatSync(file).isFile()) return file
  closeSync(file)
  throw new Error(`${path} is not a regular file. Remove it.`)
}

/** Reads a file like `openFile`. */
export function readText(path: string, account: Account): string {
  const file = openFile(path, 'read', account)
  try {
    return readFileSync(file, 'utf8')
  } finally {
    closeSync(file)
  }
}

/** Writes a file like `openFile`. */
export function writeText(path: string, mode: 'create' | 'replace', text: string, account: Account): void {
  const file = openFile(path, mode, account)
  try {
    writeSync(file, text)
  } finally {
    closeSync(file)
  }
}

/** Returns what is at `path` itself, without following a link. Undefined if there is nothing. */
export function statOf(path: string): Stats | undefined {
  return lstatSync(path, { throwIfNoEntry: false })
}
