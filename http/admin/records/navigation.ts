import type { Person } from '../../../src/access/person.ts'
import { listLink } from '../record/links.ts'
import { maySee } from '../record/may-see.ts'
import { groups } from '../record/record.ts'
import type { NavigationGroup } from '../request/sidebar.ts'
import { allRecords } from './index.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Returns the links to the pages that a person may see, by group. */
    navigation: typeof navigation
  }
}

const overviews = [
  { href: '/admin/my-day', label: 'My day' },
  { href: '/admin', label: 'Dashboard' },
  { href: '/admin/map', label: 'Portfolio map' },
  { href: '/admin/proposals', label: 'Proposals' },
  { href: '/admin/review', label: 'Review' },
  { href: '/admin/activity', label: 'Activity' },
  { href: '/admin/api-request-logs', label: 'Request log' },
]

// Pages of a group that show no records of one kind.
const others: Partial<Record<(typeof groups)[number], { href: string; label: string }[]>> = {
  Access: [{ href: '/admin/notifications', label: 'Notifications' }],
}

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
      links: [
        ...allRecords.filter((pages) => pages.group === name && maySee(pages, person)).map(listLink),
        ...(person.role === 'admin' ? (others[name] ?? []) : []),
        ...(name === 'Access' ? [{ href: '/admin/connections', label: 'Connections' }] : []),
      ],
    })),
  ].filter(({ links }) => links.length > 0)
}
