import { beforeAll, expect, it } from 'vitest'
import { differentFacts } from '../../support/facts/different.ts'
import type { Fact, Pairs } from '../../support/facts/pairs.ts'
import { sameFacts } from '../../support/facts/same.ts'
import { makeProduct, root } from '../../support/makers.ts'
import { makeWorld, type World } from '../../support/world.ts'

type Kind = keyof Pairs
type Similar = { id: number; title: string }

const kinds = ['signal', 'insight', 'task', 'decision'] as const
const bodies: Record<Kind, (fact: Fact) => object> = {
  signal: ([title, body]) => ({ title, body, signal_type: 'risk' }),
  insight: ([title, body]) => ({ title, body }),
  task: ([title, note]) => ({ title, note }),
  decision: ([title, decision]) => ({
    title,
    decision,
    decision_type: 'scale',
    owner: 'Anna',
    review_at: '2099-01-01',
  }),
}

let world: World
let product_slug: string
const ids = new Map<Fact, number>()

// The stored records of all pairs are of one product, so that they are found among each other.
beforeAll(async () => {
  world = await makeWorld()
  product_slug = (await makeProduct(world)).slug
  for (const pairs of [sameFacts, differentFacts])
    for (const kind of kinds)
      for (const [stored] of pairs[kind]) ids.set(stored, (await send(kind, stored)).body[kind].id)
})

const send = (kind: Kind, fact: Fact, parameters = '') =>
  world.send('POST', `${root}/${kind}s${parameters}`, { product_slug, ...bodies[kind](fact) })

/** Returns for each pair the titles, and at which position of `similar` the stored record is; -1 if it is not there. */
async function positions(pairs: Pairs) {
  const found: { titles: string; position: number }[] = []
  for (const kind of kinds)
    for (const [stored, created] of pairs[kind]) {
      const { similar } = (await send(kind, created, '?dry_run=1')).body
      const position = similar.findIndex(({ id }: Similar) => id === ids.get(stored))
      found.push({ titles: `${stored[0]} | ${created[0]}`, position })
    }
  return found
}

it('finds at least 34 of 40 records that state the same fact', async () => {
  const found = await positions(sameFacts)
  expect(found).toHaveLength(40)
  const missed = found.filter(({ position }) => position < 0).map(({ titles }) => titles)
  expect(missed.length, missed.join('\n')).toBeLessThanOrEqual(6)
})

it('returns at most 6 of 40 records first that state another fact', async () => {
  const found = await positions(differentFacts)
  expect(found).toHaveLength(40)
  const first = found.filter(({ position }) => position === 0).map(({ titles }) => titles)
  expect(first.length, first.join('\n')).toBeLessThanOrEqual(6)
})
