import { reachedAt } from '../../record/reached-at.ts'
import type { StoredBug } from './bug.ts'

const resolved: StoredBug['status'][] = ['fixed', 'wont-fix', 'duplicate']

/** When a bug was dealt with: now as it becomes so, never once it is taken up again. */
export function resolvedAt(status: StoredBug['status'] | undefined, before: string | null): string | null {
  return reachedAt(status && resolved.includes(status), before)
}
