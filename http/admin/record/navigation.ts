import type { Person } from '../../../src/access/person.ts'
import { allRecords } from '../records/index.ts'
import { listLink } from './links.ts'
import { groups, type RecordPages } from './record.ts'

type NavigationGroup = { name: string; links: { href: string; label: string }[] }

const overviews = [
  { href: '/admin', label: 'Dashboard' },
  { href: '/admin/activity', label: 'Activity' },
  { href: '/admin/api-request-logs', label: 'Request log' },
]

/** Returns the links to the pages that a person may see, by group. */
export function navigation(person: Person): NavigationGroup[] {
  if (person.role === 'user') {
    const visible = allRecords.filter((pages) => maySee(pages, person))
    return [{ name: '', links: [...visible.map(listLink), { href: '/admin/account', label: 'Account' }] }]
  }
  return [
    { name: '', links: overviews },
    ...groups.map((name) => ({
      name,
      links: allRecords.filter((pages) => pages.group === name && maySee(pages, person)).map(listLink),
    })),
  ].filter(({ links }) => links.length > 0)
}

/** Returns the address of the first page of a person. */
export function homeOf({ role }: Person): string {
  return role === 'user' ? '/admin/account' : '/admin'
}

/** Returns whether a person may see the pages of a kind of record. */
export function maySee({ access }: Pick<RecordPages, 'access'>, person: Person): boolean {
  if (access === 'everyone' || person.role === 'admin') return true
  return person.role === 'manager' && access !== 'admin'
}
