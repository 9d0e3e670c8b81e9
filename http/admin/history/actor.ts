import type { Provenance } from '../../../src/record/provenance.ts'
import { listAddress } from '../record/address.ts'

/** The label of each type of actor. */
export const actorKinds: Record<Provenance['type'], string> = {
  user: 'person',
  portfolio_token: 'agent token',
  llm_key: 'LLM key',
  env_token: 'environment token',
  bot: 'bot',
  system: 'system',
}

/** Returns the address of the changes by an actor: all of them, or those that other filters select too. */
export function actorAddress(
  { type, id }: Pick<Provenance, 'type' | 'id'>,
  filters: { since?: string; until?: string; cursor?: string } = {},
): string {
  return listAddress('activity', { actor: actorFilter({ type, id }), ...filters })
}

/** Returns the value of the filter that selects the changes by an actor. */
export function actorFilter({ type, id }: Pick<Provenance, 'type' | 'id'>): string {
  return id === null ? type : `${type}:${id}`
}
