import { dayIn } from './day.ts'
import type { Language } from './languages.ts'
import { type ArgumentsOf, format, type Key } from './translate.ts'

/** The name of a field in a phrase. People read its label instead. */
export class FieldName {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }

  /** Returns the name as APIs say it: "store url" for `store_url`. Dotted names are unchanged. */
  toString(): string {
    return this.name.includes('.') ? this.name : this.name.replaceAll('_', ' ')
  }
}

type LabelOf = (name: string) => string
type Value = string | number | Date | FieldName | Phrase

const nameOf: LabelOf = (name) => String(new FieldName(name))

/**
 * A text of the service that is not yet in a language: a label, or what a function of the core says. As a string and in JSON
 * it is English, for APIs and programs. The web interface shows it in the language of the person.
 */
export abstract class Phrase {
  /** Returns the text in a language. `labelOf` returns the label of a field that it names. */
  abstract in(language: Language, labelOf?: LabelOf): string

  toString(): string {
    return this.in('en')
  }

  toJSON(): string {
    return this.toString()
  }
}

/** A phrase of the catalogs: its key there, and what it is made of. */
export class CatalogPhrase extends Phrase {
  readonly key: Key
  readonly values: Readonly<Record<string, Value>>
  // A batch may have thousands of faults, each of which is compared and counted in English.
  #english: string | undefined

  constructor(key: Key, values: Readonly<Record<string, Value>> = {}) {
    super()
    this.key = key
    this.values = values
  }

  /** Returns the phrase about a field, for one that contains `{field}`. */
  about(name: string): CatalogPhrase {
    return new CatalogPhrase(this.key, { ...this.values, field: new FieldName(name) })
  }

  in(language: Language, labelOf?: LabelOf): string {
    return this.#text(language, (value) =>
      value instanceof FieldName ? (labelOf ?? nameOf)(value.name) : value.in(language, labelOf),
    )
  }

  override toString(): string {
    this.#english ??= this.#text('en', String)
    return this.#english
  }

  #text(language: Language, textOf: (value: FieldName | Phrase) => string): string {
    const shown: Record<string, unknown> = {}
    for (const [name, value] of Object.entries(this.values))
      shown[name] = value instanceof FieldName || value instanceof Phrase ? textOf(value) : value
    return String(format(language, this.key, shown))
  }
}

/** The names of fields of which any will do. People read their labels. */
class FieldChoice extends Phrase {
  readonly #names: readonly string[]

  constructor(names: readonly string[]) {
    super()
    this.#names = names
  }

  in(language: Language, labelOf: LabelOf = (name) => name): string {
    const list = new Intl.ListFormat(language, { type: 'disjunction' })
    return list.format(this.#names.map(labelOf))
  }
}

/** A day in a phrase. People read it as their language writes it, programs as it is stored. */
class Day extends Phrase {
  readonly #day: string

  constructor(day: string) {
    super()
    this.#day = day
  }

  in(language: Language): string {
    return dayIn(language, this.#day)
  }

  override toString(): string {
    return this.#day
  }
}

/** Several sentences or names, one after another. */
class Sequence extends Phrase {
  readonly #parts: readonly (string | Phrase)[]
  readonly #separator: string

  constructor(parts: readonly (string | Phrase)[], separator: string) {
    super()
    this.#parts = parts
    this.#separator = separator
  }

  in(language: Language, labelOf?: LabelOf): string {
    const shown = this.#parts.map((part) => (part instanceof Phrase ? part.in(language, labelOf) : part))
    return shown.join(this.#separator)
  }

  override toString(): string {
    return this.#parts.join(this.#separator)
  }
}

/** A phrase that stands beside what it names, in every language: the label of a value, or the description of a field. */
class OwnPhrase extends Phrase {
  readonly #texts: Readonly<Record<Language, string>>

  constructor(texts: Readonly<Record<Language, string>>) {
    super()
    this.#texts = texts
  }

  in(language: Language): string {
    return this.#texts[language]
  }
}

/** Returns a phrase of the catalogs. */
export function phrase<K extends Key>(key: K, ...values: ArgumentsOf<K, Value>): CatalogPhrase {
  return new CatalogPhrase(key, values[0] as Record<string, Value> | undefined)
}

/** Returns a phrase about a field whose name its rule does not know. `validate` adds it as the argument `field`. */
export function fieldPhrase<K extends Key>(
  key: K,
  values?: Omit<Required<ArgumentsOf<K, Value>>[0], 'field'>,
): CatalogPhrase {
  return new CatalogPhrase(key, values as Record<string, Value> | undefined)
}

/** Returns the names of fields of which any will do, as an argument of a phrase. */
export function anyField(names: readonly string[]): Phrase {
  return new FieldChoice(names)
}

/** Returns a day, `2026-11-28`, as an argument of a phrase. */
export function dayPhrase(day: string): Phrase {
  return new Day(day)
}

/** Returns sentences that stand one after another, or with a comma as the separator a list. */
export function inSequence(parts: readonly (string | Phrase)[], separator = ' '): Phrase {
  return new Sequence(parts, separator)
}

/** Returns a phrase by its text in each language. */
export function inEach(texts: Readonly<Record<Language, string>>): Phrase {
  return new OwnPhrase(texts)
}
