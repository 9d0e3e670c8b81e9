import { expect, it } from 'vitest'
import { retryDelayMs } from '../../../../src/notifications/delivery/retry-schedule.ts'

const seconds = (kind: 'webhook' | 'channel', attempts: number, retryAfterMs = 0) =>
  retryDelayMs(kind, attempts, retryAfterMs) / 1000

it.each([
  [1, 5],
  [2, 300],
  [3, 1800],
  [4, 7200],
  [9, 86_400],
  [50, 86_400],
])('lets a webhook wait after attempt %i for %i seconds', (attempt, expected) => {
  expect(seconds('webhook', attempt)).toBe(expected)
})

it('lets a channel wait for half an hour at most', () => {
  expect([1, 2, 3, 4, 50].map((attempt) => seconds('channel', attempt))).toEqual([5, 60, 300, 1800, 1800])
})

it('waits as long as the receiver asks for, if that is longer', () => {
  expect(seconds('webhook', 1, 90_000)).toBe(90)
  expect(seconds('webhook', 2, 90_000)).toBe(300)
})
