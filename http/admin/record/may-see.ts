import type { Person } from '../../../src/access/person.ts'
import type { RecordPages } from './record.ts'

/** Returns whether a person may see the pages of a kind of record. */
export function maySee({ access }: Pick<RecordPages, 'access'>, person: Person): boolean {
  if (access === 'everyone' || person.role === 'admin') return true
  return person.role === 'manager' && access !== 'admin'
}
