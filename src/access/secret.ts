import { createHash, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const randomLength = 30
const checksumLength = 6

/** What a token opens: `ops` the operations API, `llm` the bot resources, `pft` the portfolio. */
export const prefixes = ['ops', 'llm', 'pft'] as const
export type Prefix = (typeof prefixes)[number]

const anySecret = new RegExp(`\\b(${prefixes.join('|')})_[0-9A-Za-z]{36}`, 'g')

/** A new secret: `pft_`, 30 random characters (178 bits), 6 of checksum. */
export function newSecret(prefix: Prefix): string {
  const random = Array.from({ length: randomLength }, () => alphabet[randomInt(alphabet.length)]).join('')
  return `${prefix}_${random}${checksum(`${prefix}_${random}`)}`
}

/** Whether this can be a secret of that kind at all; a mistyped one is refused without asking the database. */
export function isSecret(prefix: Prefix, secret: string): boolean {
  const body = secret.slice(0, -checksumLength)
  return (
    new RegExp(`^${prefix}_[0-9A-Za-z]{36}$`).test(secret) && checksum(body) === secret.slice(-checksumLength)
  )
}

/** A text with every secret in it cut short, for what may be shown or kept. */
export function hideSecrets(text: string): string {
  return text.replace(anySecret, '$1_…')
}

/** What is stored in place of the secret. So many random bits need no slow hash. */
export function digest(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

/** How a secret is shown after its creation: `pft_Ab3…9xYz`. */
export function display(secret: string): string {
  return `${secret.slice(0, 7)}…${secret.slice(-4)}`
}

function checksum(text: string): string {
  let rest = crc32(text)
  let result = ''
  for (let place = 0; place < checksumLength; place++) {
    result = alphabet[rest % alphabet.length] + result
    rest = Math.floor(rest / alphabet.length)
  }
  return result
}
