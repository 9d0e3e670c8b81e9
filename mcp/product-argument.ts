import type { Read } from '../src/database/read.ts'
import type { RecordName } from '../src/portfolio/place/find.ts'
import { listProductSlugs } from '../src/portfolio/place/slug-list.ts'
import { Fault, invalid } from '../src/record/fault.ts'
import { rule } from '../src/record/rule.ts'
import { storableString, trim } from '../src/record/text.ts'
import { unknownSlugMessage } from './suggestions.ts'

/** The slug or id of a product. An id may also be sent as a number. */
export const ProductArgument = rule(
  (value) => trim(typeof value === 'number' ? String(value) : value),
  storableString(255),
)

/** Reads a product by its slug or id. Throws `validation_failed` with the nearest slugs if there is none. */
export async function readProductByArgument<T>(
  read: Read,
  slugOrId: string,
  readProduct: (read: Read, name: RecordName) => Promise<T>,
): Promise<T> {
  try {
    return await readProduct(read, parseSlugOrId(slugOrId))
  } catch (error) {
    if (!(error instanceof Fault) || error.code !== 'not_found') throw error
    throw invalid({ product: unknownSlugMessage('product', slugOrId, await listProductSlugs(read)) })
  }
}

// A slug never consists of digits only. A number too long for an id is looked up as a slug, and not found.
function parseSlugOrId(slugOrId: string): RecordName {
  return /^\d{1,15}$/.test(slugOrId) ? { id: Number(slugOrId) } : { slug: slugOrId.toLowerCase() }
}
