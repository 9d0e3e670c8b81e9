import { distance } from 'fastest-levenshtein'
import type { SlugAndName } from './slug-list.ts'

const maxNearest = 3

/**
 * Returns the slugs nearest to a text, at most three. Ranks by edit distance to the slug or the name; a slug or
 * name that contains the text, or is part of it, comes first.
 */
export function nearestSlugs(text: string, existing: SlugAndName[]): string[] {
  const wanted = text.toLowerCase()
  const scored = existing.map(({ slug, name }) => {
    const contains = slug.includes(wanted) || name.toLowerCase().includes(wanted) || wanted.includes(slug)
    const score = Math.min(distance(wanted, slug), distance(wanted, name.toLowerCase()))
    return { slug, score: contains ? score / 100 : score }
  })
  return scored
    .toSorted((a, b) => a.score - b.score)
    .slice(0, maxNearest)
    .map(({ slug }) => slug)
}
