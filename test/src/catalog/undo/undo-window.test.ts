import { beforeAll, describe, expect, it } from 'vitest'
import { issueToken } from '../../../../src/access/token.ts'
import { fillDemo } from '../../../../src/catalog/demo.ts'
import { type UndoResult, undoWindow, type WindowQuery } from '../../../../src/catalog/undo/undo-window.ts'
import { transact } from '../../../../src/database/transaction.ts'
import { kinds } from '../../../../src/portfolio/kinds.ts'
import { sql } from '../../../support/makers.ts'
import { makePerson, operator } from '../../../support/people.ts'
import { makeWebUser } from '../../../support/sessions.ts'
import { makeWorld, type World } from '../../../support/world.ts'

const market = {
  competitor: { table: 'competitors' },
  competitor_review: { table: 'competitor_reviews' },
  keyword_position: { table: 'keyword_positions' },
  store_truth: { table: 'store_truth' },
}

let world: World
let actor: Awaited<ReturnType<typeof makeWebUser>>['actor']
beforeAll(async () => {
  world = await makeWorld()
  await makePerson(world)
  actor = (await makeWebUser(world, 'admin', 'active')).actor
})

// The rows of every table whose records are undone, without who changed them last and when.
async function stored(): Promise<Record<string, unknown>> {
  const names = await sql(
    world,
    `select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'updated_by' and table_name <> 'tokens' order by 1`,
  )
  const contents: Record<string, unknown> = {}
  for (const { name } of names) {
    const rows = await sql(
      world,
      `select (to_jsonb(t) - 'updated_at' - 'updated_by')::text as row from "${name}" as t order by id`,
    )
    contents[String(name)] = rows.map(({ row }) => row)
  }
  contents.evidence = (await sql(world, 'select e::text as row from evidence as e order by 1')).map(
    ({ row }) => row,
  )
  return contents
}

async function undo(query: WindowQuery) {
  const preview = await transact(world.database.orm, (em) => undoWindow(em, actor, query), { dryRun: true })
  const decision = { hash: preview.hash, mode: 'all' } as const
  return transact(world.database.orm, (em) => undoWindow(em, actor, query, decision))
}

function onlyPossible({ outcomes: { totals } }: UndoResult): boolean {
  const { possible, ...others } = totals
  return possible > 0 && Object.values(others).every((count) => count === 0)
}

describe('a week of the agent of the demonstration', () => {
  it('can be undone, and the undo too: the state is the same, but for history', async () => {
    const { token } = await issueToken(world.database.orm.em.fork(), operator, {
      prefix: 'pft',
      name: 'demo agent',
      abilities: ['read', 'write'],
    })
    const by = { type: 'portfolio_token', id: token.id, name: token.name } as const
    await transact(world.database.orm, (em) =>
      fillDemo(em, operator, { force: false, report: () => undefined, withLearning: false }),
    )
    // The demonstration is by the system. Its agent wrote the portfolio and the market of the last week.
    const written = { ...kinds, ...market }
    for (const [type, { table }] of Object.entries(written)) {
      if (type === 'direction') continue
      await sql(world, 'update history set actor = $1 where record_type = $2', JSON.stringify(by), type)
      await sql(world, `update ${table} set created_by = $1`, JSON.stringify(by))
    }
    const week = new Date(Date.now() - 7 * 86_400_000).toISOString()
    const query = { actor: `portfolio_token:${token.id}`, since: week }
    const before = await stored()
    const [count] = await sql(
      world,
      `select count(*)::int as n from history where actor->>'id' = $1 and created_at >= $2`,
      String(token.id),
      week,
    )
    expect(count?.n).toBeGreaterThan(20)

    const first = await undo(query)
    expect(onlyPossible(first)).toBe(true)
    expect(await stored()).not.toEqual(before)
    const time = first.undone_at
    const second = await undo({ actor: `user:${actor.by.id}`, since: time, until: time })
    expect(onlyPossible(second)).toBe(true)
    expect(await stored()).toEqual(before)
  })
})
