import type { CanonRule } from './canon-rule.ts'

type Judged = Pick<CanonRule, 'status' | 'approved_by' | 'created_by' | 'updated_by'>

/**
 * Whether an agent may take a rule at its word: it is in force, and an admin approved it or wrote every word of
 * it. Rules that tokens wrote are proposals until then.
 */
export function isTrusted({ status, approved_by, created_by, updated_by }: Judged): boolean {
  const written = created_by.type === 'user' && updated_by.type === 'user'
  return status === 'active' && (approved_by !== null || written)
}
