import { expect, it } from 'vitest'
import {
  countFailure,
  endFailures,
  isDelinquent,
} from '../../../../src/notifications/delivery/delinquency.ts'

const at = (minutes: number) => new Date(minutes * 60_000)
const failed = (times: number) => {
  const receiver = { failing_since: null, failures: 0 }
  for (let minute = 0; minute < times; minute++) countFailure(receiver, at(minute))
  return receiver
}

it('is reached by ten failures in a row over an hour', () => {
  expect(isDelinquent(failed(10), at(60))).toBe(true)
  expect(isDelinquent(failed(9), at(60))).toBe(false)
  expect(isDelinquent(failed(10), at(59))).toBe(false)
})

it('begins anew after a success', () => {
  const receiver = failed(10)
  endFailures(receiver)
  expect(receiver).toEqual({ failing_since: null, failures: 0 })
  countFailure(receiver, at(60))
  expect(isDelinquent(receiver, at(120))).toBe(false)
})

it('is never reached by a channel, whose failures are not counted', () => {
  const channel = { failing_since: null }
  countFailure(channel, at(0))
  expect(channel).toEqual({ failing_since: at(0).toISOString() })
  expect(isDelinquent(channel, at(1000))).toBe(false)
})
