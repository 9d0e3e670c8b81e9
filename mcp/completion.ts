import type { Read } from '../src/database/read.ts'
import { listDirectionSlugs, listProductSlugs, type SlugAndName } from '../src/portfolio/place/slug-list.ts'
import { completeSlug } from './suggestions.ts'
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
