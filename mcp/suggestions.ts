import { distance } from 'fastest-levenshtein'
import type { Read } from '../src/database/read.ts'
import { find } from '../src/portfolio/place/find.ts'
import { listDirectionSlugs, listProductSlugs, type SlugAndName } from '../src/portfolio/place/slug-list.ts'
import { invalid } from '../src/record/fault.ts'

const most = 3

type Slugged = { product_slug?: string | undefined; direction_slug?: string | undefined }

/** Throws where a slug names nothing, with the nearest slugs that name something. */
export async function refuseUnknown(read: Read, { product_slug, direction_slug }: Slugged): Promise<void> {
  const errors: Record<string, string> = {}
  if (product_slug !== undefined && (await read(find.product({ slug: product_slug }))).length === 0)
    errors.product_slug = unknown('product', product_slug, await listProductSlugs(read))
  if (direction_slug !== undefined && (await read(find.direction({ slug: direction_slug }))).length === 0)
    errors.direction_slug = unknown('direction', direction_slug, await listDirectionSlugs(read))
  if (Object.keys(errors).length > 0) throw invalid(errors)
}

/** The sentence for a name that nothing has. */
export function unknown(kind: 'product' | 'direction', sent: string, there: SlugAndName[]): string {
  const near = nearest(sent, there)
  const hint = near.length > 0 ? ` Nearest: ${near.join(', ')}.` : ' There is none yet.'
  return `There is no ${kind} "${sent}".${hint} list_${kind}s tells all of them.`
}

/** The slugs most like what was sent, by slug or name; what contains it comes first. */
function nearest(sent: string, there: SlugAndName[]): string[] {
  const wanted = sent.toLowerCase()
  const scored = there.map(({ slug, name }) => {
    const contains = slug.includes(wanted) || name.toLowerCase().includes(wanted) || wanted.includes(slug)
    const score = Math.min(distance(wanted, slug), distance(wanted, name.toLowerCase()))
    return { slug, score: contains ? score / 100 : score }
  })
  return scored
    .toSorted((a, b) => a.score - b.score)
    .slice(0, most)
    .map(({ slug }) => slug)
}

/** The slugs that complete what was typed so far. */
export function completing(typed: string, there: SlugAndName[]): string[] {
  const start = typed.toLowerCase()
  const starting = there.filter(({ slug }) => slug.startsWith(start))
  const containing = there.filter(({ slug }) => slug.includes(start) && !slug.startsWith(start))
  return [...starting, ...containing].map(({ slug }) => slug)
}
