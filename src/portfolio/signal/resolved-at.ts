import { reachedAt } from '../../record/reached-at.ts'
import type { StoredSignal } from './signal.ts'

/** When a signal was resolved: now as it becomes so, never once it is taken up again. */
export function resolvedAt(status: StoredSignal['status'] | undefined, before: string | null): string | null {
  return reachedAt(status && status === 'resolved', before)
}
