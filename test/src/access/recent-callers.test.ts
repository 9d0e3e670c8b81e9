import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Caller } from '../../../src/access/caller.ts'
import { RecentCallers } from '../../../src/access/recent-callers.ts'

afterEach(() => vi.useRealTimers())

const caller = (id: number): Caller => ({
  by: { type: 'portfolio_token', id, name: `${id}` },
  credential: `portfolio_token:${id}`,
  abilities: [],
})

describe('RecentCallers', () => {
  it('returns the caller of a credential for a minute after the last verification', () => {
    vi.useFakeTimers()
    const recent = new RecentCallers()
    recent.set('one', caller(1))
    vi.advanceTimersByTime(59_000)
    expect(recent.get('one')).toEqual(caller(1))
    recent.set('one', caller(1))
    vi.advanceTimersByTime(59_000)
    expect(recent.get('one')).toEqual(caller(1))
    vi.advanceTimersByTime(1000)
    expect(recent.get('one')).toBeNull()
  })

  it('forgets a credential without a caller', () => {
    const recent = new RecentCallers()
    recent.set('one', caller(1))
    recent.set('one', null)
    expect(recent.get('one')).toBeNull()
  })

  it('keeps 10,000 credentials, those that were verified last', () => {
    const recent = new RecentCallers()
    for (let id = 0; id < 10_000; id++) recent.set(`${id}`, caller(id))
    recent.set('0', caller(0))
    recent.set('new', caller(10_000))
    expect([recent.get('0'), recent.get('1'), recent.get('2')]).toEqual([caller(0), null, caller(2)])
  })
})
