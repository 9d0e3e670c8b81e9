import { reachedAt } from '../../record/reached-at.ts'
import type { StoredImprovement } from './improvement.ts'

/** When an improvement was done: now as it becomes so, never once it is taken up again. */
export function doneAt(
  status: StoredImprovement['status'] | undefined,
  before: string | null,
): string | null {
  return reachedAt(status && status === 'done', before)
}
