import type { Provenance } from '../../src/record/provenance.ts'

/** Returns the address of what an actor wrote: all of it, or from a day on. */
export function actorAddress({ type, id }: Pick<Provenance, 'type' | 'id'>, since?: string): string {
  const actor = id === null ? type : `${type}:${id}`
  return `/admin/activity?${new URLSearchParams({ actor, ...(since && { since }) })}`
}
