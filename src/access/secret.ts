import { createHash, randomInt, timingSafeEqual } from 'node:crypto'
import { alphabet, checksum, type Prefix } from '../record/rules/secret-format.ts'

const randomLength = 30

/** Returns a new secret: the prefix, 30 random characters (178 bits) and a checksum of 6 characters. */
export function generateSecret(prefix: Prefix): string {
  const random = Array.from({ length: randomLength }, () => alphabet[randomInt(alphabet.length)]).join('')
  return `${prefix}_${random}${checksum(`${prefix}_${random}`)}`
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
