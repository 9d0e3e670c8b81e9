import { argon2, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

// The OWASP minimum for argon2id: 19 MiB, two passes, one lane.
const cost = { memory: 19_456, passes: 2, parallelism: 1 }
const tagLength = 32
const saltLength = 16
const form = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/

const derive = promisify(argon2)

/** The hash that is stored in place of a password, with its salt and cost in the usual form. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(saltLength)
  const tag = await derive('argon2id', { message: password, nonce, tagLength, ...cost })
  const { memory, passes, parallelism } = cost
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${encode(nonce)}$${encode(tag)}`
}

/** Whether this is the password of the hash. Without a hash it takes as long, and is not. */
export async function isPassword(password: string, hash: string | undefined): Promise<boolean> {
  const [, memory, passes, parallelism, salt, wanted] = form.exec(hash ?? (await nobody)) ?? []
  if (!salt || !wanted) return false
  const expected = Buffer.from(wanted, 'base64')
  const tag = await derive('argon2id', {
    message: password,
    nonce: Buffer.from(salt, 'base64'),
    tagLength: expected.length,
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
  })
  return timingSafeEqual(tag, expected) && hash !== undefined
}

const alphabet = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const generatedLength = 20

/** A password that nobody has to think of: 116 bits, without characters that look alike. */
export function generatePassword(): string {
  return Array.from({ length: generatedLength }, () => alphabet[randomInt(alphabet.length)]).join('')
}

// What the password of nobody is compared with.
const nobody = hashPassword(randomBytes(saltLength).toString('hex'))

function encode(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}
