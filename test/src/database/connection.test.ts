import { beforeAll, describe, expect, it } from 'vitest'
import { within } from '../../../src/database/read.ts'
import { transact } from '../../../src/database/unit-of-work.ts'
import { atOnce, sql } from '../../support/makers.ts'
import { makeWorld, type World } from '../../support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
  await sql(world, 'create table scratch (n int primary key)')
})

const insert = (n: number) => ({ text: 'insert into scratch values ($1) returning n', values: [n] })
const stored = async () => (await sql(world, 'select n from scratch order by n')).map(({ n }) => n)

describe('a unit of work', () => {
  it('begins with its first statement: what is rolled back is nowhere', async () => {
    const { orm } = world.database
    await transact(orm, (em) => within(em)(insert(1)), true)
    expect(await stored()).toEqual([])
    await transact(orm, (em) => within(em)(insert(1)))
    expect(await stored()).toEqual([1])
  })

  it('ends as a whole where the first statement is refused, and leaves the connection as it was', async () => {
    const { orm } = world.database
    for (let round = 0; round < 15; round++)
      await expect(transact(orm, (em) => within(em)(insert(1)))).rejects.toMatchObject({ code: '23505' })
    await expect(
      transact(orm, async (em) => {
        await within(em)(insert(2))
        await within(em)(insert(1))
      }),
    ).rejects.toMatchObject({ code: '23505' })
    expect(await stored()).toEqual([1])
  })

  it('may do nothing at all', async () => {
    await transact(world.database.orm, async () => undefined)
    const waiting = () =>
      sql(
        world,
        `select query from pg_stat_activity where state = 'idle in transaction' and datname = current_database()`,
      )
    await expect.poll(waiting, { timeout: 2000 }).toEqual([])
  })

  it('keeps to itself beside many others', async () => {
    const { orm } = world.database
    const sums = await atOnce(40, (index) =>
      transact(orm, async (em) => {
        await within(em)(insert(100 + index))
        const [row] = await within(em)<{ n: number }>({
          text: 'select n from scratch where n = $1',
          values: [100 + index],
        })
        return row?.n
      }),
    )
    expect(sums).toEqual(Array.from({ length: 40 }, (_, index) => 100 + index))
  })

  it('runs prepared statements', async () => {
    const names = await transact(world.database.orm, async (em) => {
      await within(em)({ text: 'select $1::int as prepared_here', values: [1] })
      return within(em)({
        text: `select name from pg_prepared_statements where statement like $1`,
        values: ['%prepared_here%'],
      })
    })
    expect(names.length).toBeGreaterThan(0)
  })

  it('does without where names are lost between statements', async () => {
    const plain = await makeWorld({ DATABASE_PREPARED: '0' })
    const names = await transact(plain.database.orm, async (em) => {
      await within(em)({ text: 'select $1::int as prepared_here', values: [1] })
      return within(em)({
        text: `select name from pg_prepared_statements where statement like $1`,
        values: ['%'],
      })
    })
    expect(names).toEqual([])
  })
})
