import type { Read } from '../src/database/read.ts'
import { type FoundRecord, find } from '../src/portfolio/place/find.ts'
import { nearestSlugs, type SlugAndName, slugsOf } from '../src/portfolio/place/slug-list.ts'
import { invalid } from '../src/record/fault.ts'
import { shortName } from '../src/record/validation/error-list.ts'
import { escapeLine } from './escape-invisible.ts'

const kinds = ['product', 'direction', 'app'] as const

type SlugArguments = { [kind in keyof typeof slugsOf as `${kind}_slug`]?: string | undefined }

/**
 * Throws `validation_failed` if a slug is unknown. The message lists the nearest slugs. `read` must read from
 * the primary, because a replica that lags does not know a new slug.
 */
export async function rejectUnknownSlugs(read: Read, sent: SlugArguments): Promise<void> {
  const errors: Record<string, string> = {}
  for (const kind of kinds) {
    const slug = sent[`${kind}_slug`]
    if (slug !== undefined && (await read<FoundRecord>(find[kind]({ slug }))).length === 0)
      errors[`${kind}_slug`] = unknownSlugMessage(kind, slug, await slugsOf[kind](read))
  }
  if (Object.keys(errors).length > 0) throw invalid(errors)
}

/** Returns the error message for an unknown slug or id, with the nearest of the `existing` slugs. */
export function unknownSlugMessage(
  kind: keyof typeof slugsOf,
  unknown: string,
  existing: SlugAndName[],
): string {
  const nearest = nearestSlugs(unknown, existing).map((slug) => escapeLine(slug))
  const hint = nearest.length > 0 ? `Nearest: ${nearest.join(', ')}.` : `No ${kind} exists yet.`
  return `There is no ${kind} "${escapeLine(shortName(unknown))}". ${hint} Call list_${kind}s for all slugs.`
}
