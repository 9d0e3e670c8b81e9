import type { ZxcvbnFactory } from '@zxcvbn-ts/core'

/** The message for a password that could be guessed, without the name of its field. */
export const guessableSentence =
  'must not be common, predictable or made of the name or email of its user. Choose four words that have nothing to do with each other, or a generated password.'

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
