import { sql } from 'kysely'
import { z } from 'zod'
import type { Read } from '../../database/read.ts'
import { param, statement } from '../../database/statement.ts'
import type { Change } from '../../journal/change-feed/feed.ts'
import { type PortfolioChange, PortfolioChangeQuery } from '../../portfolio/changes.ts'
import { Fault } from '../../record/fault.ts'

/** A type of events that a program can follow. Its occurrences are changes of the portfolio's change feed. */
export type EventType = {
  name: string
  description: string
  arguments: z.ZodObject
  /** The entity whose changes are read. Undefined: all, or the one that the arguments choose. */
  entity?: PortfolioChangeQuery['entity']
  /** Returns the changes that are occurrences for a credential. Default: all. */
  choose?: (read: Read, changes: PortfolioChange[], credential: string) => Promise<PortfolioChange[]>
}

const none = z.strictObject({})
const { entity, product_slug, direction_slug } = PortfolioChangeQuery.shape

/** Returns whether a change makes a signal critical: it was created so, or became so. */
export function turnsCritical({ entity, changes }: Pick<Change, 'entity' | 'changes'>): boolean {
  return entity === 'signal' && changes.severity?.to === 'critical'
}

const decisions = ['applied', 'rejected', 'expired', 'changes_wanted']

const selectProposed = statement(
  'events.proposed_by',
  { ids: [1, 2], credential: 'portfolio_token:1' },
  (_: { ids: number[]; credential: string }) => sql<{ id: number }>`
    select id from proposals where id = any(${param('ids')}::bigint[]) and credential = ${param('credential')}`,
)

async function decidedOf(read: Read, changes: PortfolioChange[], credential: string) {
  const decided = changes.filter(({ event }) => decisions.includes(event))
  if (decided.length === 0) return []
  const own = await read(selectProposed({ ids: decided.map(({ id }) => id), credential }))
  return decided.filter((change) => own.some(({ id }) => id === change.id))
}

const selectDelegated = statement(
  'events.delegated_to',
  { entries: [1, 2], credential: 'portfolio_token:1' },
  (_: { entries: number[]; credential: string }) => sql<{ id: number }>`
    select id from history where id = any(${param('entries')}::bigint[])
      and 'portfolio_token:' || (changes #>> '{delegate_token_id,to}') = ${param('credential')}`,
)

// The feed does not say to whom a task was delegated when it was created.
async function delegatedTo(read: Read, changes: PortfolioChange[], credential: string) {
  if (changes.length === 0) return []
  const entries = changes.map(({ history_id }) => history_id)
  const delegations = await read(selectDelegated({ entries, credential }))
  return changes.filter((change) => delegations.some(({ id }) => id === change.history_id))
}

/** The types of events, in the order in which they are listed. */
export const eventTypes: readonly EventType[] = [
  {
    name: 'signal.critical',
    description: 'A signal was created with severity critical, or its severity became critical.',
    arguments: none,
    entity: 'signal',
    choose: async (_read, changes) => changes.filter(turnsCritical),
  },
  {
    name: 'proposal.decided',
    description:
      'A proposal of this token was decided: data.event is applied, rejected, expired or changes_wanted.',
    arguments: none,
    entity: 'proposal',
    choose: decidedOf,
  },
  {
    name: 'decision.verdict_due',
    description: 'The day has passed by which a decision expected a result: judge its outcome.',
    arguments: none,
    entity: 'decision',
    choose: async (_read, changes) => changes.filter(({ event }) => event === 'verdict_due'),
  },
  {
    name: 'task.delegated',
    description: 'A task was delegated to this token.',
    arguments: none,
    entity: 'task',
    choose: delegatedTo,
  },
  {
    name: 'rule.changed',
    description: 'A canon rule was created, changed, approved or archived.',
    arguments: none,
    entity: 'canon_rule',
  },
  {
    name: 'record.changed',
    description: 'A record of the portfolio or a proposal changed: every change of the change feed.',
    arguments: z.strictObject({ entity, product_slug, direction_slug }),
  },
]

/** Returns the type with a name. Throws `not_found`. */
export function eventType(name: string): EventType {
  const found = eventTypes.find((type) => type.name === name)
  if (found) return found
  const names = eventTypes.map((type) => type.name).join(', ')
  throw new Fault('not_found', `There is no such event. Events: ${names}.`, undefined, { kind: 'event' })
}
