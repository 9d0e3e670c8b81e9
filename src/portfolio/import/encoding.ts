import { phrase } from '../../language/phrase.ts'

/** The encodings of one or two bytes a character in which a file may be, with their names. */
export const encodings = {
  'windows-1251': phrase('imports.windows1251'),
  'windows-1252': phrase('imports.windows1252'),
  'koi8-r': phrase('imports.koi8'),
  macintosh: phrase('imports.macRoman'),
  shift_jis: phrase('imports.shiftJis'),
} as const
export type Encoding = keyof typeof encodings

/** Returns whether a value is the name of such an encoding. */
export function isEncoding(value: unknown): value is Encoding {
  return typeof value === 'string' && Object.hasOwn(encodings, value)
}

/** An encoding that a file may have, and words of the file as it reads them. */
export type Guess = { encoding: Encoding; sample: string }

const maxWords = 2000
const maxWordBytes = 200
const maxSampleWords = 3

/**
 * Returns the encodings in which the words of a file that are not ASCII look like words, the best guess alone if it is
 * clear. A word does not mix alphabets, has no symbols between its letters, and no capital after a small letter.
 */
export function guessEncodings(content: Buffer): Guess[] {
  const words = wordsIn(content)
  const read = (Object.keys(encodings) as Encoding[]).flatMap((encoding) => {
    const texts = decodeAll(words, encoding)
    const isLikely = texts && looks[encoding](texts.join(' '), words) && share(texts, isWord) > 0.9
    return isLikely ? [{ encoding, texts, sample: texts.slice(0, maxSampleWords).join(' ') }] : []
  })
  const different = read.filter(
    ({ texts }, index) => read.findIndex((other) => other.texts.join() === texts.join()) === index,
  )
  return withoutRareLetters(different).map(({ encoding, sample }) => ({ encoding, sample }))
}

const separators = new Set(Buffer.from('\t\r\n ,;"'))

// The parts between separators that have a byte beyond ASCII. In Shift-JIS the second byte of a character is no separator.
function wordsIn(content: Buffer): Buffer[] {
  const words: Buffer[] = []
  for (let index = 0; index < content.length && words.length < maxWords; index++) {
    if ((content[index] ?? 0) < 0x80) continue
    let start = index
    while (start > 0 && index - start < maxWordBytes && !separators.has(content[start - 1] ?? 0)) start--
    while (index < content.length && index - start < maxWordBytes && !separators.has(content[index] ?? 0))
      index++
    words.push(content.subarray(start, index))
  }
  return words
}

function decodeAll(words: Buffer[], encoding: Encoding): string[] | undefined {
  const decoder = new TextDecoder(encoding, { fatal: true })
  try {
    return words.map((word) => decoder.decode(word))
  } catch {
    return undefined
  }
}

const inWord = /(?<=\p{L})[^\p{L}\p{M}\p{N}\p{ASCII}’‘´·–—…®™]+(?=\p{L})/u
const besideLetter = /\p{L}[‡†‰ˆ¯˘˙˚˝˛ˇ¸¬÷×¹³¼½¾¿¡]|[‡†‰ˆ¯˘˙˚˝˛ˇ¸¬÷×¹³¼½¾]\p{L}/u
const mixed = /\p{sc=Latin}[\p{sc=Cyrillic}\p{sc=Han}]|[\p{sc=Cyrillic}\p{sc=Han}]\p{sc=Latin}/u
const capitalInside = /\p{Ll}(?=\P{ASCII})\p{Lu}|\p{Lu}(?=[\u0080-\u024F])\p{Lu}\p{Ll}/u
const accentsInRow = /(?:(?=[\u0080-\u024F])\p{L}){3}/u
const bracketInside = /(?=[\u0080-\u024F])\p{L}[[\]{}\\|^~@`]/u
const strange = /[\p{Cc}\p{Co}\uFF61-\uFF9Fﬁﬂªºﬀ-ﬆ]/u

function isWord(text: string): boolean {
  return ![inWord, besideLetter, mixed, capitalInside, accentsInRow, bracketInside, strange].some((pattern) =>
    pattern.test(text),
  )
}

const cyrillic = (text: string) => {
  const letters = text.match(/\p{sc=Cyrillic}/gu) ?? []
  return letters.length > 0 && share(letters, isCommon) > 0.15
}
// Cyrillic words read as Western European have hardly a letter of ASCII.
const western = (text: string) => share(text.match(/\p{L}/gu) ?? [], (letter) => letter > '\u007F') < 0.8

const looks: Record<Encoding, (text: string, words: Buffer[]) => boolean> = {
  'windows-1251': cyrillic,
  'koi8-r': cyrillic,
  'windows-1252': western,
  macintosh: western,
  // The first byte of the usual characters is below 0xA0.
  shift_jis: (text, words) =>
    /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u.test(text) &&
    share(
      words.flatMap((word) => [...word].filter((byte) => byte > 0x80)),
      (byte) => byte < 0xa0 || byte > 0xfc,
    ) > 0.3,
}

function isCommon(letter: string): boolean {
  return 'оеаинтсрвл'.includes(letter.toLowerCase())
}

function commonness(text: string): number {
  const letters = text.match(/\p{L}/gu) ?? []
  return share(letters, isCommon) + 0.3 * share(letters, (letter) => letter === letter.toLowerCase())
}

function share<T>(items: readonly T[], is: (item: T) => boolean): number {
  return items.length === 0 ? 0 : items.filter(is).length / items.length
}

// Read in the wrong one of two Cyrillic encodings, the letters of a text are rare ones, and its small letters capitals.
function withoutRareLetters<G extends Guess & { texts: string[] }>(guesses: G[]): G[] {
  const scored = guesses.map((guess) => ({ guess, common: commonness(guess.texts.join('')) }))
  const best = Math.max(...scored.map(({ common }) => common))
  return scored
    .filter(({ guess, common }) => looks[guess.encoding] !== cyrillic || best - common < 0.15)
    .map(({ guess }) => guess)
}
