import { globSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { statements } from '../../../../src/database/statement.ts'
import { db } from '../../../../src/database/tables.ts'
import { updateClickMonths } from '../../../../src/operations/click/monthly-totals.ts'
import { today } from '../../../../src/record/rules/day.ts'
import { makeClickRow } from '../../../support/clicks.ts'
import { makePerson } from '../../../support/people.ts'
import { statementsOf } from '../../../support/statements.ts'
import { makeWorld } from '../../../support/world.ts'

const root = join(import.meta.dirname, '../../../..')

// A distributed PostgreSQL rejects system columns, SKIP LOCKED and grouping sets in statements of a distributed table,
// and functions that are not immutable in ON CONFLICT.
const rejected =
  /\bxmax\b|skip locked|grouping sets|rollup|cube|on conflict.*\bset\b.*\b(now|nextval|random)\(/is

async function statementsOfClicks(): Promise<string[]> {
  for (const file of globSync('src/**/*.ts', { cwd: root })) await import(join(root, file))
  const declared = [...statements.values()].map(
    ({ build, example }) => build(example as never).compile(db).sql,
  )
  const { database } = await withClicks()
  const totals = await statementsOf(() => updateClickMonths(database.orm))
  return [...declared, ...totals].filter((text) => /\b(from|into|join|update) "?clicks\b/.test(text))
}

async function withClicks() {
  const world = await makeWorld()
  const manager = await makePerson(world, 'manager')
  await manager.send('POST', '/analytics/clicks', { ...(await makeClickRow(manager)), date: today() })
  return world
}

it('uses nothing in statements of clicks that a distributed PostgreSQL rejects', async () => {
  const texts = await statementsOfClicks()
  expect(texts.length).toBeGreaterThan(15)
  for (const own of ['insert into clicks', 'insert into click_months'])
    expect(texts.filter((text) => text.includes(own))).not.toEqual([])
  expect(texts.filter((text) => rejected.test(text))).toEqual([])
})
