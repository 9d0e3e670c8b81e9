import type { Person } from '../../../src/access/person.ts'
import { adminOnlyTypes } from '../../../src/catalog/record-catalog.ts'

/** Returns the types of records that a person may not see. */
export function hiddenFrom({ role }: Person): string[] {
  return role === 'admin' ? [] : adminOnlyTypes
}
