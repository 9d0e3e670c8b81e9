import { slugify, transliterate } from 'transliteration'
import { rule } from './rule.ts'
import { storableString, trim } from './text.ts'

const longest = 100

/** A name that a caller gives a record in an address or a body; read in any case. */
export const Slug = rule(
  (value) => {
    const slug = trim(value)
    return typeof slug === 'string' ? slug.toLowerCase() : slug
  },
  storableString(255).meta({ examples: ['documents-qr'] }),
)

/** The slug of a name: «Сканер QR» is `skaner-qr`. Never all digits, since those are ids; never empty. */
export function slugOf(name: string, kind: string): string {
  const slug = slugify(name.replace(/\p{Script=Cyrillic}/gu, latin), { allowedChars: 'a-zA-Z0-9' })
    .slice(0, longest)
    .replace(/^-+|-+$/g, '')
  if (slug === '') return kind
  return /^\d+$/.test(slug) ? `${kind}-${slug}` : slug
}

// The library writes some letters of Ukrainian, Kazakh and others with signs, which would cut a word in two.
function latin(letter: string): string {
  return transliterate(letter).replace('@', 'a').replace(/\W/g, '')
}
