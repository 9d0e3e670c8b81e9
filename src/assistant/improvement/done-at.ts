import type { StoredImprovement } from './improvement.ts'

/** When an improvement was done: now as it becomes so, never once it is taken up again. */
export function doneAt(
  status: StoredImprovement['status'] | undefined,
  before: string | null,
): string | null {
  if (status === undefined) return before
  return status === 'done' ? (before ?? new Date().toISOString()) : null
}
