import type { Read } from '../src/database/read.ts'
import { listDirectionSlugs, listProductSlugs, type SlugAndName } from '../src/portfolio/place/slug-list.ts'
import { completing } from './suggestions.ts'
import type { ToolDependencies } from './tool.ts'

/** Completes slugs. Where they cannot be read there is nothing to offer, and that is no error of the typist. */
export function completions(ground: ToolDependencies) {
  const offering = (list: (read: Read) => Promise<SlugAndName[]>) => async (typed: string | undefined) => {
    try {
      const { readReplica } = await ground.reads()
      return completing(typed ?? '', await list(readReplica))
    } catch {
      return []
    }
  }
  return { productSlugs: offering(listProductSlugs), directionSlugs: offering(listDirectionSlugs) }
}
