import { createHash, randomInt, timingSafeEqual } from 'node:crypto'
import { crc32 } from 'node:zlib'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const randomLength = 30
const checksumLength = 6

/**
 * The kinds of token: `ops` for the operations API, `llm` for the bot resources, `pft` for the portfolio, `cal` for a
 * calendar feed.
 */
export const prefixes = ['ops', 'llm', 'pft', 'cal'] as const
export type Prefix = (typeof prefixes)[number]

const secretPattern = new RegExp(`(${prefixes.join('|')})_[0-9A-Za-z]{36}`, 'g')

/** Returns a new secret: the prefix, 30 random characters (178 bits) and a checksum of 6 characters. */
export function generateSecret(prefix: Prefix): string {
  const random = Array.from({ length: randomLength }, () => alphabet[randomInt(alphabet.length)]).join('')
  return `${prefix}_${random}${checksum(`${prefix}_${random}`)}`
}

/** Returns whether the format and checksum are valid. Rejects a mistyped secret without a database query. */
export function isWellFormedSecret(prefix: Prefix, secret: string): boolean {
  const body = secret.slice(0, -checksumLength)
  return (
    new RegExp(`^${prefix}_[0-9A-Za-z]{36}$`).test(secret) && checksum(body) === secret.slice(-checksumLength)
  )
}

// Of a prefix and the random characters after it.
function checksum(text: string): string {
  let remainder = crc32(text)
  let result = ''
  for (let digit = 0; digit < checksumLength; digit++) {
    result = alphabet[remainder % alphabet.length] + result
    remainder = Math.floor(remainder / alphabet.length)
  }
  return result
}

/** Returns whether a text contains a secret with a valid checksum. */
export function containsSecret(text: string): boolean {
  return [...text.matchAll(secretPattern)].some(([secret, prefix]) =>
    isWellFormedSecret(prefix as Prefix, secret),
  )
}

/** Replaces every secret in a text by its prefix and `…`, so that the text can be logged. */
export function redactSecrets(text: string): string {
  return text.replace(secretPattern, '$1_…')
}

/** Returns the digest that is stored in place of a secret. 178 random bits need no slow hash. */
export function digest(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

/** Returns a function that compares a secret with `expected` in constant time, whatever their lengths. */
export function secretMatcher(expected: string): (secret: string) => boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  const expectedHash = hash(expected)
  return (secret) => timingSafeEqual(hash(secret), expectedHash)
}

/** Returns the start and end of a secret for lists: `pft_Ab3…9xYz`. */
export function maskSecret(secret: string): string {
  return `${secret.slice(0, 7)}…${secret.slice(-4)}`
}
