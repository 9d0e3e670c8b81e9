import type { FastifyRequest } from 'fastify'
import { lastWorkDay } from '../../../src/catalog/my-day/work.ts'
import { countWaiting } from '../../../src/catalog/waiting-counts.ts'
import { maxReviewed } from '../../../src/journal/review.ts'
import { hiddenFrom } from '../record/hidden-from.ts'
import type { Navigation } from './sidebar.ts'

/** Returns how much waits for the person who is signed in, by the address of the page that shows it. */
export async function countsFor({ server, session }: FastifyRequest): Promise<Navigation['counts']> {
  if (!session || session.person.role === 'user') return {}
  const { person } = session
  const query = {
    user_id: person.id,
    hidden: hiddenFrom(person),
    until: lastWorkDay(server.config.TIME_ZONE),
  }
  const { work, changes, proposals } = await countWaiting(server.read, query)
  return {
    '/admin/my-day': shown(work),
    '/admin/review': changes > maxReviewed ? `${shown(maxReviewed)}+` : shown(changes),
    '/admin/proposals': shown(proposals),
  }
}

function shown(count: number): string {
  return count === 0 ? '' : count.toLocaleString('en')
}
