import { en } from './en/index.ts'
import { CatalogPhrase, type Phrase } from './phrase.ts'
import type { Key } from './translate.ts'

const patterns = new Map<Key, RegExp>()

/**
 * Returns the phrase whose English a text is, the first of `keys` that it may be. A text that programs read is stored in
 * English, and people read it in their language. Any other text is returned as it is. An English text of `keys` has
 * arguments without a format only. What stands for an argument may be a phrase itself.
 */
export function recognized(text: string, keys: readonly Key[]): string | Phrase {
  for (const key of keys) {
    const found = patternOf(key).exec(text)
    if (!found) continue
    const values = Object.entries(found.groups ?? {}).map(([name, part]) => [
      name,
      /^(0|[1-9]\d{0,8})$/.test(part) ? Number(part) : recognized(part, keys),
    ])
    return new CatalogPhrase(key, Object.fromEntries(values))
  }
  return text
}

function patternOf(key: Key): RegExp {
  const known = patterns.get(key)
  if (known) return known
  const [page = '', name = ''] = key.split('.')
  const english = (en as Record<string, Record<string, string>>)[page]?.[name] ?? ''
  const parts = english.split(/\{(\w+)\}/)
  // Every other part is the name of an argument.
  const source = parts.map((part, index) => (index % 2 === 1 ? `(?<${part}>.+)` : RegExp.escape(part)))
  const pattern = new RegExp(`^${source.join('')}$`, 's')
  patterns.set(key, pattern)
  return pattern
}
