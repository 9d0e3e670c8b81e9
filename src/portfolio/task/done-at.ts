import { reachedAt } from '../../record/reached-at.ts'
import type { StoredTask } from './task.ts'

/** When a task was done: now as it becomes so, never once it is taken up again. */
export function doneAt(status: StoredTask['status'] | undefined, before: string | null): string | null {
  return reachedAt(status && status === 'done', before)
}
