import { distance } from 'fastest-levenshtein'
import type { Read } from '../src/database/read.ts'
import { find } from '../src/portfolio/place/find.ts'
import { listDirectionSlugs, listProductSlugs, type SlugAndName } from '../src/portfolio/place/slug-list.ts'
import { invalid } from '../src/record/fault.ts'
import { escapeLine } from './escape-invisible.ts'

const maxSuggestions = 3

type SlugArguments = { product_slug?: string | undefined; direction_slug?: string | undefined }

/** Throws `validation_failed` if a slug is unknown. The message lists the nearest slugs. */
export async function rejectUnknownSlugs(
  read: Read,
  { product_slug, direction_slug }: SlugArguments,
): Promise<void> {
  const errors: Record<string, string> = {}
  if (product_slug !== undefined && (await read(find.product({ slug: product_slug }))).length === 0)
    errors.product_slug = unknownSlugMessage('product', product_slug, await listProductSlugs(read))
  if (direction_slug !== undefined && (await read(find.direction({ slug: direction_slug }))).length === 0)
    errors.direction_slug = unknownSlugMessage('direction', direction_slug, await listDirectionSlugs(read))
  if (Object.keys(errors).length > 0) throw invalid(errors)
}

/** Returns the error message for an unknown slug or id, with the nearest of the `existing` slugs. */
export function unknownSlugMessage(
  kind: 'product' | 'direction',
  unknown: string,
  existing: SlugAndName[],
): string {
  const nearest = nearestSlugs(unknown, existing)
  const hint = nearest.length > 0 ? `Nearest: ${nearest.join(', ')}.` : `No ${kind} exists yet.`
  return `There is no ${kind} "${escapeLine(unknown)}". ${hint} Call list_${kind}s for all slugs.`
}

// Ranks by edit distance to the slug or the name; a slug or name that contains the text, or is part of it,
// comes first.
function nearestSlugs(text: string, existing: SlugAndName[]): string[] {
  const wanted = text.toLowerCase()
  const scored = existing.map(({ slug, name }) => {
    const contains = slug.includes(wanted) || name.toLowerCase().includes(wanted) || wanted.includes(slug)
    const score = Math.min(distance(wanted, slug), distance(wanted, name.toLowerCase()))
    return { slug, score: contains ? score / 100 : score }
  })
  return scored
    .toSorted((a, b) => a.score - b.score)
    .slice(0, maxSuggestions)
    .map(({ slug }) => escapeLine(slug))
}

/** Returns the escaped slugs that contain the typed text; those that start with it come first. */
export function completeSlug(typed: string, existing: SlugAndName[]): string[] {
  const text = typed.toLowerCase()
  const starting = existing.filter(({ slug }) => slug.startsWith(text))
  const containing = existing.filter(({ slug }) => slug.includes(text) && !slug.startsWith(text))
  return [...starting, ...containing].map(({ slug }) => escapeLine(slug))
}
