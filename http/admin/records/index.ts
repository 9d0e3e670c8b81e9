import type { Person } from '../../../src/access/person.ts'
import { type Phrase, phrase } from '../../../src/language/phrase.ts'
import { boardAddress, listAddress } from '../record/address.ts'
import { listLink } from '../record/links.ts'
import { groups, type RecordPages } from '../record/record.ts'
import { maySee } from '../record/row.ts'
import type { NavigationGroup } from '../request/sidebar.ts'
import { agentPages } from './agent.ts'
import { agentTokenPages } from './agent-token.ts'
import { appPages } from './app.ts'
import { applicationPages } from './application.ts'
import { bugPages } from './bug.ts'
import { canonRulePages } from './canon-rule.ts'
import { clickPages } from './click.ts'
import { companyPages } from './company.ts'
import { competitorPages } from './competitor.ts'
import { competitorReviewPages } from './competitor-review.ts'
import { contactPages } from './contact.ts'
import { decisionPages } from './decision.ts'
import { directionPages } from './direction.ts'
import { economicsPages } from './economics.ts'
import { improvementPages } from './improvement.ts'
import { insightPages } from './insight.ts'
import { keywordPages } from './keyword.ts'
import { keywordPositionPages } from './keyword-position.ts'
import { llmKeyPages } from './llm-key.ts'
import { productPages } from './product.ts'
import { servicePages } from './service.ts'
import { serviceTaskPages } from './service-task.ts'
import { signalPages } from './signal.ts'
import { storeTruthPages } from './store-truth.ts'
import { strategyPages } from './strategy.ts'
import { taskPages } from './task.ts'
import { userPages } from './user.ts'
import { userTokenPages } from './user-token.ts'

/** The records of the web interface, in the order of the navigation. */
export const allRecords: readonly RecordPages[] = [
  directionPages,
  productPages,
  appPages,
  signalPages,
  insightPages,
  economicsPages,
  decisionPages,
  taskPages,
  canonRulePages,
  competitorPages,
  competitorReviewPages,
  keywordPositionPages,
  storeTruthPages,
  applicationPages,
  companyPages,
  contactPages,
  strategyPages,
  keywordPages,
  clickPages,
  servicePages,
  improvementPages,
  serviceTaskPages,
  bugPages,
  agentPages,
  userTokenPages,
  agentTokenPages,
  llmKeyPages,
  userPages,
]

/** Returns the description of the records in a collection. Undefined if there is no such collection. */
export function findPages(collection: string): RecordPages | undefined {
  return allRecords.find((pages) => pages.collection === collection)
}

/** Returns the description of the records in a collection. Throws an Error if there is no such collection. */
export function pagesOf(collection: string): RecordPages {
  const pages = findPages(collection)
  if (!pages) throw new Error(`There is no collection "${collection}".`)
  return pages
}

/** Returns the description of the records that the history calls `historyType`. Undefined if they have no pages. */
export function pagesOfType(historyType: string): RecordPages | undefined {
  return allRecords.find((pages) => pages.historyType === historyType)
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Returns the links to the pages that a person may see, by group. */
    navigation: typeof navigation
  }
}

const overviews = [
  { href: listAddress('my-day'), label: phrase('layout.myDay') },
  { href: '/admin', label: phrase('layout.dashboard') },
  { href: boardAddress(), label: phrase('layout.board') },
  { href: listAddress('week'), label: phrase('layout.week') },
  { href: listAddress('map'), label: phrase('layout.map') },
  { href: listAddress('proposals'), label: phrase('layout.proposals') },
  { href: listAddress('review'), label: phrase('layout.review') },
  { href: listAddress('activity'), label: phrase('layout.activity') },
  { href: listAddress('api-request-logs'), label: phrase('layout.requestLog') },
]

// The pages of a group that show no records of one kind.
const others: Record<(typeof groups)[number], { href: string; label: Phrase; isForAdmins?: true }[]> = {
  portfolio: [{ href: listAddress('outcomes'), label: phrase('layout.outcomes') }],
  operations: [],
  administration: [
    { href: listAddress('notifications'), label: phrase('layout.notifications'), isForAdmins: true },
    { href: listAddress('connections'), label: phrase('layout.connections') },
  ],
}

/** Returns the links to the pages that a person may see, by group. */
export function navigation(person: Person): NavigationGroup[] {
  if (person.role === 'user') {
    const visible = allRecords.filter((pages) => maySee(pages, person))
    return [
      {
        links: [...visible.map(listLink), { href: listAddress('account'), label: phrase('layout.account') }],
      },
    ]
  }
  return [
    { name: 'overview', links: overviews },
    ...groups.map((name) => ({
      name,
      links: [
        ...allRecords.filter((pages) => pages.group === name && maySee(pages, person)).map(listLink),
        ...others[name].filter(({ isForAdmins }) => !isForAdmins || person.role === 'admin'),
      ],
    })),
  ]
}
