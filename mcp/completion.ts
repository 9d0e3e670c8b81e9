import type { Read } from '../src/database/read.ts'
import { listDirectionSlugs, listProductSlugs, type SlugAndName } from '../src/portfolio/place/slug-list.ts'
import { escapeLine } from './escape-invisible.ts'
import type { ToolDependencies } from './tool.ts'

/** Returns the completion functions of slugs. If the database cannot be read, they return no suggestions. */
export function slugCompletions(dependencies: ToolDependencies) {
  const completion = (list: (read: Read) => Promise<SlugAndName[]>) => async (typed: string | undefined) => {
    try {
      const { readReplica } = await dependencies.reads()
      return completeSlug(typed ?? '', await list(readReplica))
    } catch {
      return []
    }
  }
  return { productSlugs: completion(listProductSlugs), directionSlugs: completion(listDirectionSlugs) }
}

// Returns the escaped slugs that contain the typed text; those that start with it come first.
function completeSlug(typed: string, existing: SlugAndName[]): string[] {
  const text = typed.toLowerCase()
  const starting = existing.filter(({ slug }) => slug.startsWith(text))
  const containing = existing.filter(({ slug }) => slug.includes(text) && !slug.startsWith(text))
  return [...starting, ...containing].map(({ slug }) => escapeLine(slug))
}
