/**
 * Returns the time at which a record reached one of `statuses`, or null if its status is none of them.
 * Without a new `status` the time stays `previous`.
 */
export function statusReachedAt<S extends string>(
  statuses: readonly NoInfer<S>[],
  status: S | undefined,
  previous: string | null,
): string | null {
  if (status === undefined) return previous
  return statuses.includes(status) ? (previous ?? new Date().toISOString()) : null
}
