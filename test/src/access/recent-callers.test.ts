import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Caller } from '../../../src/access/caller.ts'
import { RecentCallers } from '../../../src/access/recent-callers.ts'

afterEach(() => vi.useRealTimers())

const caller = (id: number, expires_at: string | null = null): Caller => ({
  by: { type: 'portfolio_token', id, name: `${id}` },
  credential: `portfolio_token:${id}`,
  abilities: [],
  expires_at,
})
const receiving = () => new RecentCallers(() => true)
const verify = (recent: RecentCallers, secret: string, found: Caller | null) =>
  recent.verify(secret, async () => found)

describe('a recent caller', () => {
  it('is expected for a minute after the last verification', async () => {
    vi.useFakeTimers()
    const recent = receiving()
    await verify(recent, 'one', caller(1))
    vi.advanceTimersByTime(59_000)
    expect(recent.expected('one')).toEqual(caller(1))
    await verify(recent, 'one', caller(1))
    vi.advanceTimersByTime(59_000)
    expect(recent.expected('one')).toEqual(caller(1))
    vi.advanceTimersByTime(1000)
    expect(recent.expected('one')).toBeNull()
  })

  it('is forgotten when its credential has no caller any more', async () => {
    const recent = receiving()
    await verify(recent, 'one', caller(1))
    await verify(recent, 'one', null)
    expect([recent.expected('one'), recent.verified('one')]).toEqual([null, null])
  })

  it('is one of the 10,000 that were verified last', async () => {
    const recent = receiving()
    for (let id = 0; id < 10_000; id++) await verify(recent, `${id}`, caller(id))
    await verify(recent, '0', caller(0))
    await verify(recent, 'new', caller(10_000))
    const expected = ['0', '1', '2'].map((secret) => recent.expected(secret))
    expect(expected).toEqual([caller(0), null, caller(2)])
  })
})

describe('a verified caller', () => {
  it('is accepted for ten seconds', async () => {
    vi.useFakeTimers()
    const recent = receiving()
    await verify(recent, 'one', caller(1))
    vi.advanceTimersByTime(9_999)
    expect(recent.verified('one')).toEqual(caller(1))
    vi.advanceTimersByTime(1)
    expect(recent.verified('one')).toBeNull()
  })

  it('is accepted until its credential expires', async () => {
    vi.useFakeTimers()
    const recent = receiving()
    await verify(recent, 'one', caller(1, new Date(Date.now() + 2000).toISOString()))
    vi.advanceTimersByTime(1999)
    expect(recent.verified('one')).not.toBeNull()
    vi.advanceTimersByTime(1)
    expect(recent.verified('one')).toBeNull()
  })

  it('is verified again after a change of any credential, until a second after it', async () => {
    vi.useFakeTimers()
    const recent = receiving()
    await verify(recent, 'one', caller(1))
    recent.credentialsChanged()
    expect(recent.verified('one')).toBeNull()
    // The change may not be committed yet.
    vi.advanceTimersByTime(999)
    await recent.verify('one', async () => {
      vi.advanceTimersByTime(1)
      return caller(1)
    })
    expect(recent.verified('one')).toBeNull()
    await verify(recent, 'one', caller(1))
    expect(recent.verified('one')).toEqual(caller(1))
  })

  it('is verified again while notifications may be missing', async () => {
    let receives = true
    const recent = new RecentCallers(() => receives)
    await verify(recent, 'one', caller(1))
    receives = false
    expect(recent.verified('one')).toBeNull()
  })
})
