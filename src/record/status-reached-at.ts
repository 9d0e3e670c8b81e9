/**
 * When a record came to one of the statuses `reached`: now as it does, never once it has left them; as before where
 * nothing is said of its status.
 */
export function statusReachedAt<S extends string>(
  reached: readonly NoInfer<S>[],
  status: S | undefined,
  before: string | null,
): string | null {
  if (status === undefined) return before
  return reached.includes(status) ? (before ?? new Date().toISOString()) : null
}
