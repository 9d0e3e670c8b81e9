const failureThreshold = 10
const minDurationMs = 3_600_000

/** A receiver with the start of its present series of failures. Only those of webhooks are counted. */
type Receiver = { failing_since: string | null; failures?: number }

/** Counts a failed delivery. */
export function countFailure(receiver: Receiver, now: Date): void {
  receiver.failing_since ??= now.toISOString()
  if (receiver.failures !== undefined) receiver.failures += 1
}

/** Ends a series of failures. */
export function endFailures(receiver: Receiver): void {
  receiver.failing_since = null
  if (receiver.failures !== undefined) receiver.failures = 0
}

/** Returns whether ten deliveries in a row have failed, over an hour or longer. Such a webhook is paused. */
export function isDelinquent({ failures = 0, failing_since }: Receiver, now: Date): boolean {
  if (failing_since === null) return false
  return failures >= failureThreshold && now.getTime() - Date.parse(failing_since) >= minDurationMs
}
