import { argon2, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { z } from 'zod'
import { invalid } from '../record/fault.ts'
import { storableString } from '../record/rules/text.ts'
import { validate } from '../record/validation/validate.ts'
import { guessableSentence, isGuessable, type PasswordOwner } from './guessable-password.ts'

/** The length of a new password, in characters (code points). A stored password may be shorter. */
export const passwordLength = { min: 12, max: 1024 } as const

/** What a form says about a new password. */
export const passwordHint = `At least ${passwordLength.min} characters`

/** A new password. It is not trimmed. */
export const Password = storableString(passwordLength.max).check((context) => {
  if ([...context.value].length < passwordLength.min)
    context.issues.push({ code: 'custom', params: { sentence: tooShort }, input: context.value })
})
const tooShort = `The {attr} field must be at least ${passwordLength.min} characters.`

// The minimum that OWASP recommends for argon2id: 19 MiB, two passes, one lane.
const cost = { memory: 19_456, passes: 2, parallelism: 1 }
const tagLength = 32
const saltLength = 16
const hashFormat = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/

const derive = promisify(argon2)

/** Returns the argon2id hash of a password in the PHC string format, with its salt and parameters. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(saltLength)
  const tag = await derive('argon2id', { message: password, nonce, tagLength, ...cost })
  return phc(nonce, tag)
}

/**
 * Returns the hash of a new password. Throws `validation_failed` on `password` if it is too short, too long or easy to
 * guess.
 */
export async function hashNewPassword(password: string, owner: PasswordOwner): Promise<string> {
  validate(z.object({ password: Password }), { password })
  if (await isGuessable(password, owner))
    throw invalid({ password: `The password field ${guessableSentence}` })
  return hashPassword(password)
}

/** Returns whether the password matches the hash. Without a hash it takes the same time and returns false. */
export async function verifyPassword(password: string, hash: string | undefined): Promise<boolean> {
  const [, memory, passes, parallelism, salt, encodedTag] = hashFormat.exec(hash ?? dummyHash) ?? []
  if (!salt || !encodedTag) return false
  const expected = Buffer.from(encodedTag, 'base64')
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

/** Returns a random password of 116 bits, without characters that look alike. */
export function generatePassword(): string {
  return Array.from({ length: generatedLength }, () => alphabet[randomInt(alphabet.length)]).join('')
}

// Compared with the password of an unknown user, so that the response time does not reveal which users exist.
const dummyHash = phc(randomBytes(saltLength), randomBytes(tagLength))

// Returns a hash in the PHC string format.
function phc(salt: Buffer, tag: Buffer): string {
  const { memory, passes, parallelism } = cost
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${encode(salt)}$${encode(tag)}`
}

function encode(bytes: Buffer): string {
  return bytes.toString('base64').replace(/(?<!=)=+$/, '')
}
