import { afterEach, expect, it, vi } from 'vitest'
import { repetitionDetector } from '../../../src/record/repetition-detector.ts'

afterEach(() => vi.useRealTimers())

it('returns whether a key was used recently', () => {
  vi.useFakeTimers()
  const isRepeated = repetitionDetector(1000, 10)
  expect(['a', 'a', 'b'].map(isRepeated)).toEqual([false, true, false])
  vi.advanceTimersByTime(999)
  expect(isRepeated('b')).toBe(true)
  vi.advanceTimersByTime(2001)
  expect(['a', 'b'].map(isRepeated)).toEqual([false, false])
})

it('stores a limited number of keys', () => {
  const isRepeated = repetitionDetector(1000, 2)
  expect(['a', 'b', 'c', 'a', 'b', 'c'].map(isRepeated)).toEqual([false, false, false, true, true, false])
})
