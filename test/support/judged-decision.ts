import { todayIn } from '../../src/record/time-zone.ts'
import { makeDecision, sql } from './makers.ts'
import type { World } from './world.ts'

/** An expectation of a decision about a product, of which nothing else is known. */
export const growth = { metric: 'clicks', direction: 'up', at_least: 20 }

/**
 * Makes a decision that was made 40 days ago, with an expectation whose day passed yesterday, and one whose day is in the
 * future.
 */
export async function makeDueDecision(world: World, fields: Record<string, unknown> = {}) {
  const by = todayIn('UTC', 30)
  const decision = await makeDecision(world, {
    ...fields,
    expected: [
      { ...growth, by },
      { ...growth, at_least: 50, by },
    ],
  })
  await sql(
    world,
    `update decisions set created_at = created_at - interval '40 days',
      expected = jsonb_set(expected, '{0,by}', to_jsonb($2::text)) where id = $1`,
    decision.id,
    todayIn('UTC', -1),
  )
  return decision
}
