import type { Person } from '../../src/access/person.ts'
import { groups, type RecordPages } from './record.ts'
import { allRecords } from './records/index.ts'
import { words } from './words.ts'

type NavigationGroup = { name: string; links: { href: string; label: string }[] }

const otherPages: Partial<
  Record<(typeof groups)[number], { href: string; label: string; requires?: 'admin' }[]>
> = {
  Access: [
    { href: '/admin/api-token', label: 'API tokens' },
    { href: '/admin/api-agent-tokens', label: 'Agent tokens', requires: 'admin' },
    { href: '/admin/api-keys', label: 'LLM keys', requires: 'admin' },
    { href: '/admin/api-request-logs', label: 'Request log' },
    { href: '/admin/activity', label: 'Activity' },
  ],
}

/** Returns the links to the pages that a person may see, by group. */
export function navigation(person: Person): NavigationGroup[] {
  if (person.role === 'user')
    return [
      {
        name: '',
        links: [
          { href: '/admin/api-token', label: 'API tokens' },
          { href: '/admin/account', label: 'Account' },
        ],
      },
    ]
  return [
    { name: '', links: [{ href: '/admin', label: 'Dashboard' }] },
    ...groups.map((name) => ({
      name,
      links: [
        ...allRecords.filter((pages) => pages.group === name && maySee(pages, person)).map(linkTo),
        ...(otherPages[name] ?? []).filter(({ requires }) => requires !== 'admin' || person.role === 'admin'),
      ],
    })),
  ].filter(({ links }) => links.length > 0)
}

/** Returns whether a person may see the pages of a kind of record. */
export function maySee({ requires }: Pick<RecordPages, 'requires'>, person: Person): boolean {
  return person.role === 'admin' || (person.role === 'manager' && requires !== 'admin')
}

function linkTo({ collection, label }: RecordPages) {
  return { href: `/admin/${collection}`, label: words(label.plural) }
}
