import { argon2, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import type { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { z } from 'zod'
import { fieldPhrase, phrase } from '../language/phrase.ts'
import { invalid } from '../record/fault.ts'
import { storableString } from '../record/rules/text.ts'
import { validate } from '../record/validation/validate.ts'

/** The length of a new password, in characters (code points). A stored password may be shorter. */
export const passwordLength = { min: 12, max: 1024 } as const

const hint = phrase('account.passwordLength', { count: passwordLength.min })

/** What a form says about a new password, in each language. */
export const passwordHint = { en: hint.in('en'), ru: hint.in('ru') } as const

/** A new password. It is not trimmed. */
export const Password = storableString(passwordLength.max).check((context) => {
  if ([...context.value].length < passwordLength.min)
    context.issues.push({ code: 'custom', params: { sentence: tooShort }, input: context.value })
})
const tooShort = fieldPhrase('validation.tooShort', { minimum: passwordLength.min })

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
    throw invalid({ password: fieldPhrase('validation.guessable').about('password') })
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

/** The message for a password that could be guessed, without its subject: a setting has another one than a field. */
export const guessableSentence = String(fieldPhrase('validation.guessable').about('password')).replace(
  'The password field ',
  '',
)

/** The user that a password is for. */
export type PasswordOwner = { name: string; email: string }

// The score of zxcvbn for a password that takes at least 10^8 guesses. Each takes 25 ms and 19 MiB.
const minScore = 3
// The time to estimate grows with the length, and with the ways to replace signs by letters, such as `$` by `s`.
const maxEstimatedLength = 48
const maxSubstitutions = 20
const minOwnWordLength = 3
// A password with the name of its owner needs this many other letters: digits are often a date.
const minOtherLetters = 4

const productWords = ['portfolio', 'portfolio-ops', 'ops', 'admin', 'administrator']
// The dictionaries of the library have no Russian words.
const russianWords =
  'пароль привет любовь админ администратор портфолио компания приложение йцукен йцукенгшщзхъ фывапролджэ ячсмить'.split(
    ' ',
  )

/**
 * Returns whether a password could be guessed: a common one, a repetition, a sequence of keys, or hardly more than the
 * name or email of its owner.
 */
export async function isGuessable(password: string, owner: PasswordOwner): Promise<boolean> {
  const words = ownWords(owner)
  estimator ??= loadEstimator()
  return (await estimator).check(password, words).score < minScore || consistsOf(words, password)
}

// Loaded when the first password is set: loading takes 70 ms, which would delay every start.
let estimator: Promise<ZxcvbnFactory> | undefined

async function loadEstimator(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, { dictionary, adjacencyGraphs }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  return new ZxcvbnFactory({
    dictionary: { ...dictionary, russian: russianWords, product: productWords },
    graphs: adjacencyGraphs,
    maxLength: maxEstimatedLength,
    l33tMaxSubstitutions: maxSubstitutions,
  })
}

// The name and the email, each as it is and in parts.
function ownWords({ name, email }: PasswordOwner): string[] {
  const texts = [name, email, ...productWords].map((text) => text.toLowerCase())
  const parts = texts.flatMap((text) => text.split(/[^\p{L}\p{Nd}]+/u))
  return [...new Set([...texts, ...parts])].filter((word) => word.length >= minOwnWordLength)
}

function consistsOf(words: string[], password: string): boolean {
  const longestFirst = words.toSorted((one, other) => other.length - one.length)
  const written = password.toLowerCase()
  const rest = longestFirst.reduce((text, word) => text.replaceAll(word, ' '), written)
  return rest !== written && (rest.match(/\p{L}/gu) ?? []).length < minOtherLetters
}
