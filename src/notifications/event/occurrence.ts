import { hash } from 'node:crypto'
import type { Read } from '../../database/read.ts'
import { type PortfolioChange, readPortfolioChanges } from '../../portfolio/changes.ts'
import { type Links, type Payload, payloadOf } from './payload.ts'
import type { EventType } from './types.ts'

/** Something that happened, as a program gets it. */
export type Occurrence = { eventId: string; name: string; timestamp: string; data: Payload }

/** The events that a credential follows: a type, and the arguments that its schema has parsed. */
export type Followed = { type: EventType; arguments: Record<string, unknown>; credential: string }

type Position = { since: string } | { after: string }

/** Returns a page of the change feed, and the changes of it that are occurrences. */
export async function readFollowed(
  read: Read,
  { type, arguments: filters, credential }: Followed,
  { limit, ...position }: Position & { limit: number },
) {
  const query = { ...(type.entity && { entity: type.entity }), ...filters, ...position, limit }
  const { changes, warnings: _, ...page } = await readPortfolioChanges(read, query)
  const chosen = type.choose ? await type.choose(read, changes, credential) : changes
  return { ...page, changes: chosen, first_at: changes[0]?.at, last_at: changes.at(-1)?.at }
}

/**
 * Returns a change as an occurrence. Its id is derived from the history entry, so it is the same for each receiver, and
 * after a restart.
 */
export function occurrenceOf(name: string, change: PortfolioChange, links: Links): Occurrence {
  const { history_id, at } = change
  const eventId = `evt_${hash('sha256', `${name} ${history_id} ${at}`).slice(0, 32)}`
  return { eventId, name, timestamp: at, data: payloadOf(change, links) }
}
