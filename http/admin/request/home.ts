import type { Person } from '../../../src/access/person.ts'

/** Returns the address of the first page of a person. */
export function homeOf({ role }: Person): string {
  return role === 'user' ? '/admin/account' : '/admin'
}
