/**
 * Returns the trigrams of a text as `pg_trgm` does: of each word, padded by two spaces before and one behind. Unlike
 * `pg_trgm` it does not depend on the locale of the database, and regards ё as е.
 */
export function trigramsOf(text: string): Set<string> {
  const trigrams = new Set<string>()
  for (const word of wordsOf(text)) addTrigrams(trigrams, word)
  return trigrams
}

/**
 * Returns the longest words of a text, as few as are necessary: another text that has none of their trigrams is less than
 * `minSimilarity` similar.
 */
export function decisiveWords(text: string, minSimilarity: number): string[] {
  const words = wordsOf(text).toSorted((a, b) => a.length - b.length)
  const enough = minSimilarity * trigramsOf(text).size
  const trigrams = new Set<string>()
  const first = words.findIndex((word) => addTrigrams(trigrams, word).size >= enough)
  return words.slice(Math.max(first, 0))
}

function wordsOf(text: string): string[] {
  const normalized = text.normalize('NFKC').toLowerCase().replaceAll('ё', 'е')
  return normalized.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
}

function addTrigrams(trigrams: Set<string>, word: string): Set<string> {
  const padded = `  ${word} `
  for (let start = 0; start + 3 <= padded.length; start++) trigrams.add(padded.slice(start, start + 3))
  return trigrams
}

/** Returns how many of the trigrams of two texts are common to both, from 0 to 1 (Jaccard index). */
export function similarity(a: Set<string>, b: Set<string>): number {
  let common = 0
  for (const trigram of a) if (b.has(trigram)) common++
  const total = a.size + b.size - common
  return total === 0 ? 0 : common / total
}
