import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../access/actor.ts'
import { requireAdministrator } from '../access/policy.ts'
import { users } from '../access/user.ts'
import { daysFromToday } from '../record/rules/day.ts'
import { createApplication } from './application/writes.ts'
import { createClickPartitions } from './click/partitions.ts'
import { storeClicks } from './click/writes.ts'
import { companies } from './company/company.ts'
import { createCompany } from './company/writes.ts'
import { createContact } from './contact/writes.ts'
import { stories } from './demo/stories.ts'
import type { ClickChange, CompanyStory } from './demo/story.ts'
import { createKeyword } from './keyword/writes.ts'
import { createStrategy } from './strategy/writes.ts'

// Decisions of the portfolio compare four weeks before them with the four after them.
const daysOfClicks = 140

/** The number of records added, by kind. */
export type OperationsCounts = Record<
  'companies' | 'applications' | 'strategies' | 'keywords' | 'contacts' | 'clicks',
  number
>

/**
 * Adds companies with their applications, strategies, keywords, contacts and clicks. A company that exists already is
 * skipped. The first admin or manager, if there is one, becomes the owner of some records.
 */
export async function fillOperations(em: EntityManager, actor: Actor): Promise<OperationsCounts> {
  requireAdministrator(actor)
  const added: OperationsCounts = {
    companies: 0,
    applications: 0,
    strategies: 0,
    keywords: 0,
    contacts: 0,
    clicks: 0,
  }
  const firstOwner = await em.findOne(
    users,
    { role: ['admin', 'manager'], status: 'active' },
    { orderBy: { id: 1 } },
  )
  await createClickPartitions(em, lastDays(daysOfClicks))
  for (const story of stories) {
    if ((await em.count(companies, { name: story.company.name, deleted_at: null })) === 0)
      await addStory(em, actor, story, firstOwner?.id ?? null, added)
  }
  return added
}

async function addStory(
  em: EntityManager,
  actor: Actor,
  { company, applications, strategies, contacts }: CompanyStory,
  firstOwner: number | null,
  added: OperationsCounts,
): Promise<void> {
  const company_id = (await createCompany(em, actor, { ...company, owner_id: firstOwner })).id
  added.companies++
  for (const { owned, clicks, changes, ...values } of applications) {
    const owner_id = owned ? firstOwner : null
    const { id } = await createApplication(em, actor, { ...values, company_id, owner_id })
    added.applications++
    if (!clicks) continue
    const rows = dailyClicks(clicks, changes).map((day) => ({ ...day, app_id: id, company_id }))
    added.clicks += (await storeClicks(em, actor, rows)).created
  }
  for (const { keywords, ...values } of strategies) {
    const strategy = await createStrategy(em, actor, { ...values, company_id, owner_id: firstOwner })
    added.strategies++
    for (const keyword of keywords) await createKeyword(em, actor, { ...keyword, strategy_id: strategy.id })
    added.keywords += keywords.length
  }
  for (const contact of contacts) await createContact(em, actor, { ...contact, company_id })
  added.contacts += contacts.length
}

// Today first.
function lastDays(count: number): string[] {
  return Array.from({ length: count }, (_, ago) => daysFromToday(-ago))
}

// Returns daily clicks, fewer at weekends.
function dailyClicks(clicks: number, changes: ClickChange[] = []) {
  return lastDays(daysOfClicks).map((date, ago) => {
    const weekend = new Date(date).getUTCDay() % 6 === 0
    const level = changes.reduce((sum, { ago: since, factor }) => (ago <= since ? sum * factor : sum), clicks)
    return { date, clicks: Math.round(level * (weekend ? 0.7 : 1) + ((ago * 37) % 23)) }
  })
}
