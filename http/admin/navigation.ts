import type { Person } from '../../src/access/person.ts'
import { groups, type RecordPages } from './record.ts'
import { allRecords } from './records/index.ts'
import { words } from './words.ts'

type NavigationGroup = { name: string; links: { href: string; label: string }[] }

const otherPages: Partial<Record<(typeof groups)[number], { href: string; label: string }[]>> = {
  Access: [
    { href: '/admin/api-request-logs', label: 'Request log' },
    { href: '/admin/activity', label: 'Activity' },
  ],
}

/** Returns the links to the pages that a person may see, by group. */
export function navigation(person: Person): NavigationGroup[] {
  if (person.role === 'user') {
    const visible = allRecords.filter((pages) => maySee(pages, person))
    return [{ name: '', links: [...visible.map(linkTo), { href: '/admin/account', label: 'Account' }] }]
  }
  return [
    { name: '', links: [{ href: '/admin', label: 'Dashboard' }] },
    ...groups.map((name) => ({
      name,
      links: [
        ...allRecords.filter((pages) => pages.group === name && maySee(pages, person)).map(linkTo),
        ...(otherPages[name] ?? []),
      ],
    })),
  ].filter(({ links }) => links.length > 0)
}

/** Returns the address of the first page of a person. */
export function homeOf({ role }: Person): string {
  return role === 'user' ? '/admin/account' : '/admin'
}

/** Returns whether a person may see the pages of a kind of record. */
export function maySee({ requires }: Pick<RecordPages, 'requires'>, person: Person): boolean {
  if (requires === 'everyone' || person.role === 'admin') return true
  return person.role === 'manager' && requires !== 'admin'
}

function linkTo({ collection, label }: RecordPages) {
  return { href: `/admin/${collection}`, label: words(label.plural) }
}
