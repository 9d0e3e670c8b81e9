import { containsPattern } from '../../record/text-search.ts'

/** A word or a phrase of a search. */
export type Term = {
  /** The number of its alternative: `or` begins a new one. */
  alternative: number
  text: string
  isExcluded: boolean
  /** Whether it is the last word of the search, which may be incomplete. */
  isPrefix: boolean
}

/** A search as its text states it. */
export type ParsedSearch = {
  terms: Term[]
  /** Whether it has a phrase, alternatives or excluded terms. */
  hasOperators: boolean
  /** The last word, if it may be incomplete. */
  last: string | null
  /** LIKE patterns of the text itself, for names, slugs and store IDs; null if the search uses operators. */
  contains: string | null
  begins: string | null
  exact: string | null
}

/**
 * Returns the terms of a text, in the form that the SQL function `search_text` gives them: words, phrases in double
 * quotes, and `-` before an excluded term. `or` between two terms separates alternatives.
 */
export function parseSearch(text: string): ParsedSearch {
  const folded = text.normalize('NFKC').toLowerCase().replaceAll('ё', 'е')
  const quoted = (folded.match(/"/g)?.length ?? 0) % 2 === 0 ? folded : folded.replaceAll('"', ' ')
  const tokens = [...quoted.matchAll(/(?<![^\s"])(-?)"([^"]*)"|(?<![^\s"])(-?)([^\s"]+)|"([^"]*)"/gu)]
  const terms: Term[] = []
  let alternative = 0
  let isQuoted = false
  for (const [index, [, phraseMinus, phrase, wordMinus, word, unspaced]] of tokens.entries()) {
    const quotation = phrase ?? unspaced
    const words = (quotation ?? word ?? '').match(/[\p{L}\p{Nd}]+/gu) ?? []
    const isOr = word === 'or' && !wordMinus && terms.length > 0 && index < tokens.length - 1
    if (isOr) alternative += 1
    if (isOr || words.length === 0) continue
    isQuoted = quotation !== undefined
    const isExcluded = (phraseMinus ?? wordMinus) === '-'
    const texts = isQuoted || isExcluded ? [words.join(' ')] : words
    terms.push(...texts.map((text) => ({ alternative, text, isExcluded, isPrefix: false })))
  }
  const lastTerm = terms.at(-1)
  const isCompletable = lastTerm !== undefined && !lastTerm.isExcluded && !isQuoted
  if (isCompletable) lastTerm.isPrefix = true
  const hasOperators = alternative > 0 || quoted.includes('"') || terms.some(({ isExcluded }) => isExcluded)
  const plain = hasOperators || terms.length === 0 ? null : folded.trim()
  const contains = plain === null ? null : containsPattern(plain)
  return {
    terms,
    hasOperators,
    last: isCompletable ? lastTerm.text : null,
    contains,
    begins: contains?.slice(1) ?? null,
    exact: plain,
  }
}
