import { crc32 } from 'node:zlib'

export const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const checksumLength = 6

/**
 * The kinds of token: `ops` for the operations API, `llm` for the bot resources, `pft` for the portfolio, `cal` for a
 * calendar feed.
 */
export const prefixes = ['ops', 'llm', 'pft', 'cal'] as const
export type Prefix = (typeof prefixes)[number]

const secretPattern = new RegExp(`(${prefixes.join('|')})_[0-9A-Za-z]{36}`, 'g')

/** Returns whether the format and checksum are valid. Rejects a mistyped secret without a database query. */
export function isWellFormedSecret(prefix: Prefix, secret: string): boolean {
  const body = secret.slice(0, -checksumLength)
  return (
    new RegExp(`^${prefix}_[0-9A-Za-z]{36}$`).test(secret) && checksum(body) === secret.slice(-checksumLength)
  )
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

/** Returns the checksum of a prefix and random characters. */
export function checksum(text: string): string {
  let remainder = crc32(text)
  let result = ''
  for (let digit = 0; digit < checksumLength; digit++) {
    result = alphabet[remainder % alphabet.length] + result
    remainder = Math.floor(remainder / alphabet.length)
  }
  return result
}
