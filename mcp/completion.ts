import type { Read } from '../src/database/read.ts'
import { listDirectionSlugs, listProductSlugs, type Named } from '../src/portfolio/slug-list.ts'
import { completing } from './nearest.ts'
import type { Ground } from './tool.ts'

/** Completes slugs. Where they cannot be read there is nothing to offer, and that is no error of the typist. */
export function completions(ground: Ground) {
  const offering = (list: (read: Read) => Promise<Named[]>) => async (typed: string | undefined) => {
    try {
      const { readReplica } = await ground.reads()
      return completing(typed ?? '', await list(readReplica))
    } catch {
      return []
    }
  }
  return { productSlugs: offering(listProductSlugs), directionSlugs: offering(listDirectionSlugs) }
}
