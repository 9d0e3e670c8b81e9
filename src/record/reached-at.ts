/**
 * When a record came to a state: now as it does, never once it has left it; as before where nothing is said of it.
 */
export function reachedAt(reached: boolean | undefined, before: string | null): string | null {
  if (reached === undefined) return before
  return reached ? (before ?? new Date().toISOString()) : null
}
