/**
 * Returns the trigrams of a text as `pg_trgm` does: of each word, padded by two spaces before and one behind. Unlike
 * `pg_trgm` it does not depend on the locale of the database, and regards ё as е.
 */
export function trigramsOf(text: string): Set<string> {
  const trigrams = new Set<string>()
  for (const word of normalizedWords(text)) {
    const padded = `  ${word} `
    for (let start = 0; start + 3 <= padded.length; start++) trigrams.add(padded.slice(start, start + 3))
  }
  return trigrams
}

function normalizedWords(text: string): string[] {
  const normalized = text.normalize('NFKC').toLowerCase().replaceAll('ё', 'е')
  return normalized.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
}

/** Returns the share of the trigrams of two texts that both have in common, from 0 to 1 (Jaccard index). */
export function similarity(a: Set<string>, b: Set<string>): number {
  let common = 0
  for (const trigram of a) if (b.has(trigram)) common++
  const total = a.size + b.size - common
  return total === 0 ? 0 : common / total
}
