import type { StoredBug } from './bug.ts'

const resolved: StoredBug['status'][] = ['fixed', 'wont-fix', 'duplicate']

/** When a bug was dealt with: now as it becomes so, never once it is taken up again. */
export function resolvedAt(status: StoredBug['status'] | undefined, before: string | null): string | null {
  if (status === undefined) return before
  return resolved.includes(status) ? (before ?? new Date().toISOString()) : null
}
