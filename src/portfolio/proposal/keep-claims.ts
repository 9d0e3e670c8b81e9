import type { EntityManager } from '@mikro-orm/postgresql'
import { extendClaims } from '../task/claim-writes.ts'
import type { StoredProposal } from './proposal.ts'

/**
 * Begins the leases of the proposer on the tasks of a proposal again. While one of them waits, a lease lasts until it
 * expires.
 */
export function keepClaims(
  em: EntityManager,
  { credential, targets }: Pick<StoredProposal, 'credential' | 'targets'>,
): Promise<void> {
  const ids = targets.flatMap(({ kind, id }) => (kind === 'task' && id !== null ? [id] : []))
  return extendClaims(em, { credential }, ids)
}
