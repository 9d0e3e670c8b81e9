// Words of placeholders. A random secret can contain one of them only between other letters.
const words =
  'change|replace|insert|enter|fill|your|me|here|todo|fixme|example|sample|placeholder|dummy|password|qwerty'

// A segment of only these words and digits, with at least four letters in a row.
const exampleWord = new RegExp(`(?<![a-z0-9])\\d*(?=[a-z]{4})(?:(?:${words})\\d*)+(?![a-z0-9])`, 'i')

// A character or word that is repeated, with or without a separator.
const repetition = /(.+?)(?:[^a-z0-9]*\1)+/gi
const minLength = 16
// A longer text would take too long to search for repetitions.
const maxSearched = 200

/**
 * Returns whether `secret` is a placeholder: it contains placeholder words, is enclosed in `<>` or `{}`, or
 * has fewer than 16 characters after repetitions are removed.
 */
export function isPlaceholder(secret: string): boolean {
  return (
    exampleWord.test(secret) ||
    /^(<.*>|\$?\{.*\})$/.test(secret) ||
    secret.slice(0, maxSearched).replace(repetition, '$1').length < minLength
  )
}
