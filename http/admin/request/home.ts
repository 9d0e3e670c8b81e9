import type { Person } from '../../../src/access/person.ts'
import { ownPath } from './referer-path.ts'

/** Returns the address of the first page of a person. */
export function homeOf({ role }: Person): string {
  return role === 'user' ? '/admin/account' : '/admin'
}

/** Returns the address of the page after a sign-in: `wanted` if it is a page of the web interface. */
export function pageAfterSignIn(wanted: unknown, person: Person): string {
  const next = ownPath(wanted)
  // The root of the server leads to the dashboard, which not every person may see.
  return next === undefined || next === '/admin' ? homeOf(person) : next
}
