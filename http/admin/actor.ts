import type { Provenance } from '../../src/record/provenance.ts'

/** Returns the address of what an actor wrote: all of it, or from a day on. */
export function actorAddress({ type, id }: Pick<Provenance, 'type' | 'id'>, since?: string): string {
  const actor = id === null ? type : `${type}:${id}`
  return `/admin/activity?${new URLSearchParams({ actor, ...(since && { since }) })}`
}

/** Says what kind of actor it is. */
export const actorKinds: Record<Provenance['type'], string> = {
  user: 'Person',
  portfolio_token: 'Agent token',
  llm_key: 'LLM key',
  env_token: 'Token of the environment',
  bot: 'Bot',
  system: 'System',
}
