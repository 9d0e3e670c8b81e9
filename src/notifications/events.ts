import { type KindName, kindNames, kinds } from '../portfolio/kinds.ts'

/** Stands for every event of the change feed. */
export const everyEvent = '*'

// The events of one kind beside those that every kind has.
const more: Partial<Record<KindName, string[]>> = {
  direction: ['deleted'],
  insight: ['retracted', 'restored'],
  economics: ['retracted', 'restored'],
  decision: ['owner_changed'],
  task: ['owner_changed'],
  canon_rule: ['approved', 'approval_withdrawn'],
}

/** The events that a webhook can choose, by the entity and the event of a change in the change feed. */
export const events: readonly string[] = [
  everyEvent,
  ...kindNames.flatMap((kind) => {
    const changed = kinds[kind].status === null ? ['updated'] : ['updated', 'status_changed']
    return ['created', ...changed, ...(more[kind] ?? [])].map((event) => `${kind}.${event}`)
  }),
  ...['proposed', 'applied', 'rejected', 'withdrawn', 'expired'].map((event) => `proposal.${event}`),
]
