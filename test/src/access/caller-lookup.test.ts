import { expect, it } from 'vitest'
import type { Caller } from '../../../src/access/caller.ts'
import { CallerLookup } from '../../../src/access/caller-lookup.ts'

const caller = (id: number): Caller => ({
  by: { type: 'portfolio_token', id, name: `${id}` },
  credential: `portfolio_token:${id}`,
  abilities: [],
})

it('expects a caller for the given time after the last lookup that found it', async () => {
  const lookup = new CallerLookup(200)
  await lookup.find('one', async () => caller(1))
  expect(lookup.expected('one')).toEqual(caller(1))
  await expect.poll(() => lookup.expected('one')).toBeNull()
})

it('forgets a caller whose credential is no longer valid', async () => {
  const lookup = new CallerLookup()
  let found: Caller | null = caller(1)
  const find = async () => found
  await lookup.find('one', find)
  found = null
  expect(await lookup.find('one', find)).toBeNull()
  expect(lookup.expected('one')).toBeNull()
})

it('shares the next lookup of a credential among the requests that arrive during one', async () => {
  const lookup = new CallerLookup()
  const pending: ((found: Caller | null) => void)[] = []
  const find = () => new Promise<Caller | null>((resolve) => pending.push(resolve))
  const first = lookup.find('one', find)
  const others = [lookup.find('one', find), lookup.find('one', find)]
  const another = lookup.find('two', find)
  expect(pending).toHaveLength(2)
  pending[0]?.(caller(1))
  pending[1]?.(caller(2))
  expect(await first).toEqual(caller(1))
  expect(await another).toEqual(caller(2))
  // The credential was revoked after the first lookup had started.
  expect(pending).toHaveLength(3)
  pending[2]?.(null)
  expect(await Promise.all(others)).toEqual([null, null])
})
