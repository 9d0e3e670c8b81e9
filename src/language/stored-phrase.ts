import { type Language, languages } from './languages.ts'
import { CatalogPhrase, FieldName, inEach, Phrase } from './phrase.ts'
import type { Key } from './translate.ts'

type StoredValue = string | number | { field: string } | { time: string } | StoredPhrase
type StoredPhrase = { key: Key; values: Record<string, StoredValue> } | { each: Record<Language, string> }

/** A sentence as JSON from which it is shown in any language later. A string is the same in every language. */
export type StoredMessage = string | StoredPhrase

/** Returns a sentence as JSON that keeps its key and its values, unlike that of `toJSON`, which is English. */
export function storedMessage(message: string | Phrase): StoredMessage {
  return message instanceof Phrase ? storedPhrase(message) : message
}

/** Returns the sentence that `storedMessage` has made JSON of. */
export function messageOf(stored: StoredMessage): string | Phrase {
  return typeof stored === 'string' ? stored : phraseOf(stored)
}

function storedPhrase(phrase: Phrase): StoredPhrase {
  if (!(phrase instanceof CatalogPhrase)) {
    const texts = Object.keys(languages).map((language) => [language, phrase.in(language as Language)])
    return { each: Object.fromEntries(texts) }
  }
  const values = Object.entries(phrase.values).map(([name, value]) => {
    if (value instanceof FieldName) return [name, { field: value.name }]
    if (value instanceof Date) return [name, { time: value.toISOString() }]
    return [name, value instanceof Phrase ? storedPhrase(value) : value]
  })
  return { key: phrase.key, values: Object.fromEntries(values) }
}

function phraseOf(stored: StoredPhrase): Phrase {
  if ('each' in stored) return inEach(stored.each)
  const values = Object.entries(stored.values).map(([name, value]) => [name, restored(value)])
  return new CatalogPhrase(stored.key, Object.fromEntries(values))
}

function restored(stored: StoredValue) {
  if (typeof stored !== 'object') return stored
  if ('field' in stored) return new FieldName(stored.field)
  return 'time' in stored ? new Date(stored.time) : phraseOf(stored)
}
