import type { Read } from '../src/database/read.ts'
import { type FoundRecord, find } from '../src/portfolio/place/find.ts'
import {
  listAppSlugs,
  listDirectionSlugs,
  listProductSlugs,
  nearestSlugs,
  type SlugAndName,
} from '../src/portfolio/place/slug-list.ts'
import { invalid } from '../src/record/fault.ts'
import { escapeLine } from './escape-invisible.ts'

// The functions that list the slugs of each kind of record that an argument may name.
const listSlugs = { product: listProductSlugs, direction: listDirectionSlugs, app: listAppSlugs }
const kinds = ['product', 'direction', 'app'] as const

type SlugArguments = { [kind in keyof typeof listSlugs as `${kind}_slug`]?: string | undefined }

/**
 * Throws `validation_failed` if a slug is unknown. The message lists the nearest slugs. `read` must read from
 * the primary, because a replica that lags does not know a new slug.
 */
export async function rejectUnknownSlugs(read: Read, sent: SlugArguments): Promise<void> {
  const errors: Record<string, string> = {}
  for (const kind of kinds) {
    const slug = sent[`${kind}_slug`]
    if (slug !== undefined && (await read<FoundRecord>(find[kind]({ slug }))).length === 0)
      errors[`${kind}_slug`] = unknownSlugMessage(kind, slug, await listSlugs[kind](read))
  }
  if (Object.keys(errors).length > 0) throw invalid(errors)
}

/** Returns the error message for an unknown slug or id, with the nearest of the `existing` slugs. */
export function unknownSlugMessage(
  kind: keyof typeof listSlugs,
  unknown: string,
  existing: SlugAndName[],
): string {
  const nearest = nearestSlugs(unknown, existing).map((slug) => escapeLine(slug))
  const hint = nearest.length > 0 ? `Nearest: ${nearest.join(', ')}.` : `No ${kind} exists yet.`
  return `There is no ${kind} "${escapeLine(unknown)}". ${hint} Call list_${kind}s for all slugs.`
}
