import { transact } from '../../src/database/transaction.ts'
import { recordDueVerdicts } from '../../src/portfolio/decision/record-due-verdicts.ts'
import { makeDecision, sql } from './makers.ts'
import type { World } from './world.ts'

/** Creates a decision that expects clicks by each of these days, which may have passed. */
export async function makeExpecting(world: World, days: string[], fields: Record<string, unknown> = {}) {
  const decision = await makeDecision(world, fields)
  await expectBy(world, decision.id, days)
  return decision
}

/** Lets a decision expect clicks by each of these days. */
export async function expectBy(world: World, id: number, days: string[]): Promise<void> {
  const expected = days.map((by, index) => ({
    by,
    id: index + 1,
    app_id: null,
    metric: 'clicks',
    country: null,
    keyword: null,
    at_least: 20,
    direction: 'up',
    product_id: null,
  }))
  await sql(world, 'update decisions set expected = $2 where id = $1', id, JSON.stringify(expected))
}

/** Writes to history which verdicts are due on a day, as a running server does. Returns the number of entries. */
export function recordDue({ database }: World, today: string): Promise<number> {
  return transact(database.orm, (em) => recordDueVerdicts(em, today))
}
