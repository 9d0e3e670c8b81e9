import type { Read } from '../src/database/read.ts'
import type { RecordName } from '../src/portfolio/place/find.ts'
import { listProductSlugs } from '../src/portfolio/place/slug-list.ts'
import { Fault, invalid } from '../src/record/fault.ts'
import { rule } from '../src/record/rule.ts'
import { storableString, trim } from '../src/record/text.ts'
import { unknown } from './suggestions.ts'

/** A product by slug or id; a number is as good as its digits. */
export const ProductName = rule(
  (value) => trim(typeof value === 'number' ? String(value) : value),
  storableString(255),
)

/** Reads what a name names; where it names nothing, says which slugs are near. */
export async function productOf<T>(
  read: Read,
  named: string,
  show: (read: Read, name: RecordName) => Promise<T>,
): Promise<T> {
  try {
    return await show(read, nameOf(named))
  } catch (error) {
    if (!(error instanceof Fault) || error.code !== 'not_found') throw error
    throw invalid({ product: unknown('product', named, await listProductSlugs(read)) })
  }
}

// Slugs are never all digits, so one look tells which it is. A number beyond every id is no product's.
function nameOf(named: string): RecordName {
  return /^\d{1,15}$/.test(named) ? { id: Number(named) } : { slug: named.toLowerCase() }
}
