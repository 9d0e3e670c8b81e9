import { beforeAll, expect, it } from 'vitest'
import { withSnapshot } from '../../../../src/database/snapshot-transaction.ts'
import type { Guard } from '../../../../src/portfolio/guard/guard.ts'
import { tryPastWrites } from '../../../../src/portfolio/guard/replay.ts'
import type { Result } from '../../../../src/portfolio/guard/tally.ts'
import { makeGuardedWorld } from '../../../support/guarded-world.ts'
import { sql } from '../../../support/makers.ts'
import { type NextWrite, portfolioHistory, type StoredWrite } from '../../../support/portfolio-history.ts'

const conditions = [
  `write.kind == 'signal' && write.action == 'create' && after.severity == 'critical'`,
  `write.kind == 'product' && before != null && before.portfolio_status != after.portfolio_status`,
  `write.kind == 'product' && after.product_focus == 'scale' && product.product_focus != 'scale'`,
  `write.actor == 'person' && write.surface == 'admin' && write.action == 'change'`,
  `write.actor == 'agent' && write.surface == 'mcp' && write.action == 'create'`,
  `'tasks' in write.fields || ('product_id' in write.fields && size(write.fields) > 3)`,
  `write.kind != 'product' && product.portfolio_status in ['frozen', 'sunset']`,
  `direction.status != 'active'`,
  `app.implementation_status == 'released' && write.kind in ['signal', 'task', 'app']`,
  `write.kind == 'app' && before != null && before.product_slug != after.product_slug`,
  `has(after.retraction) || (write.action == 'change' && before.retraction != null)`,
  `after.due_at != null && after.due_at < today && size(write.fields) == 2`,
]
const writes = 2000

let made: Awaited<ReturnType<typeof makeGuardedWorld>>
let guards: Guard[]
let nextWrite: (isSingle?: boolean) => Promise<NextWrite>
const sent: StoredWrite[] = []
beforeAll(async () => {
  made = await makeGuardedWorld()
  const { world, guardedRule } = made
  guards = []
  for (const guard_when of conditions) {
    const { id, title } = await guardedRule({ guard_when, guard_effect: 'warn' })
    guards.push({
      id,
      title,
      product_id: null,
      direction_id: null,
      guard_when,
      guard_effect: 'warn',
      guard_message: null,
    })
  }
  nextWrite = await portfolioHistory(world)
  for (let stored = 0; stored < writes; ) {
    const write = await (await nextWrite()).store()
    sent.push(write)
    stored += write.entries.length
  }
}, 240_000)

/** What a guard says of each entry of the history. */
async function replayed(guard: Guard): Promise<Map<number, Result>> {
  return withSnapshot(made.world.database.orm, async (read) => {
    const results = new Map<number, Result>()
    for await (const { writes } of tryPastWrites(read, guard, 'UTC'))
      for (const { entry, result } of writes) results.set(entry.id, result)
    return results
  })
}

it.for(conditions.map((condition, index) => ({ condition, index })))(
  'meets the writes of which the gate warned: $condition',
  async ({ index }) => {
    const guard = guards[index] as Guard
    const results = await replayed(guard)
    const caught = sent.map(({ rules }) => rules.has(guard.id))
    expect(sent.map(({ entries }) => entries.some((id) => results.get(id) === 'met'))).toEqual(caught)
    expect(sent.every(({ entries }) => entries.every((id) => results.has(id)))).toBe(true)
    expect(new Set([...results.values()].map((result) => JSON.stringify(result)))).toEqual(
      new Set(['"met"', '"unmet"']),
    )
    expect(caught.filter(Boolean).length).toBeGreaterThan(10)
  },
)

it('meets exactly the writes that are refused when they are sent while the guard is in force', async () => {
  const tried: { guard: Guard; isRefused: boolean; entries: number[] }[] = []
  for (let index = 0; index < 100; index++) {
    const guard = guards[index % guards.length] as Guard
    const next = await nextWrite(true)
    await refuseBy(guard.id)
    const isRefused = await next.isRefused()
    await refuseBy(null)
    tried.push({ guard, isRefused, ...(await next.store()) })
  }
  for (const guard of guards) {
    const results = await replayed(guard)
    const ofGuard = tried.filter((write) => write.guard === guard)
    expect(ofGuard.map(({ entries }) => entries.some((id) => results.get(id) === 'met'))).toEqual(
      ofGuard.map(({ isRefused }) => isRefused),
    )
  }
  const refused = tried.filter(({ isRefused }) => isRefused).length
  expect(refused).toBeGreaterThan(3)
  expect(refused).toBeLessThan(90)
})

/** Has one guard refuse writes, and takes the others out of force. */
async function refuseBy(id: number | null): Promise<void> {
  await sql(
    made.world,
    `update canon_rules set guard_effect = 'refuse',
       status = case when id = $1::bigint then 'active' else 'archived' end`,
    id,
  )
}
