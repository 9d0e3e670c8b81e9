import type { RecordPages } from '../record.ts'
import { companyPages } from './company.ts'
import { productPages } from './product.ts'

/** The records of the web interface, in the order of the navigation. */
export const allRecords: readonly RecordPages[] = [productPages, companyPages]
