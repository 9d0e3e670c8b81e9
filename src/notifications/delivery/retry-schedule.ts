import type { ReceiverKind } from '../receiver.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

// How long a delivery waits after each failure. People wait for what is sent to a channel.
const delaysMs = {
  webhook: [5000, 5 * minuteMs, 30 * minuteMs, ...[2, 5, 10, 14, 20, 24].map((hours) => hours * hourMs)],
  channel: [5000, minuteMs, 5 * minuteMs, 30 * minuteMs],
}

/**
 * Returns how long a delivery waits after its latest attempt has failed: the delay of the schedule, whose last one repeats,
 * or the longer one that the receiver asks for.
 */
export function retryDelayMs(kind: ReceiverKind, attempts: number, retryAfterMs: number): number {
  const delays = delaysMs[kind]
  return Math.max(delays[attempts - 1] ?? (delays.at(-1) as number), retryAfterMs)
}
