import { slugify, transliterate } from 'transliteration'

// `fallback-` and a number may be added: a slug has at most 100 characters.
const maxLength = 80

/**
 * Returns the slug of a name: `skaner-qr` for «Сканер QR». If the name has no letters or digits, it is
 * `fallback`. A slug of digits only would look like an id, so it gets `fallback` as a prefix.
 */
export function slugOf(name: string, fallback: string): string {
  const slug = slugify(name.replace(/\p{Script=Cyrillic}/gu, toLatin), { allowedChars: 'a-zA-Z0-9' })
    .slice(0, maxLength)
    .replace(/^-+|(?<!-)-+$/g, '')
  if (slug === '') return fallback
  return /^\d+$/.test(slug) ? `${fallback}-${slug}` : slug
}

// The library transliterates some letters of Ukrainian, Kazakh and others to signs, which would split a word.
function toLatin(letter: string): string {
  return transliterate(letter).replace('@', 'a').replace(/\W/g, '')
}
