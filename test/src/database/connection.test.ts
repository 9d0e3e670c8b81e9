import { beforeAll, describe, expect, it } from 'vitest'
import { readInTransaction } from '../../../src/database/read.ts'
import { transact } from '../../../src/database/transaction.ts'
import { atOnce, sql } from '../../support/makers.ts'
import { statementsOf } from '../../support/statements.ts'
import { makeWorld, type World } from '../../support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
  await sql(world, 'create table scratch (n int primary key)')
})

const insert = (n: number) => ({ text: 'insert into scratch values ($1) returning n', values: [n] })
const stored = async () => (await sql(world, 'select n from scratch order by n')).map(({ n }) => n)

describe('a transaction', () => {
  it('begins with its first statement, and is stored unless it is rolled back', async () => {
    const { orm } = world.database
    await transact(orm, (em) => readInTransaction(em)(insert(1)), { dryRun: true })
    expect(await stored()).toEqual([])
    await transact(orm, (em) => readInTransaction(em)(insert(1)))
    expect(await stored()).toEqual([1])
  })

  it('is rolled back when a statement fails, and leaves the connection usable', async () => {
    const { orm } = world.database
    for (let round = 0; round < 15; round++)
      await expect(transact(orm, (em) => readInTransaction(em)(insert(1)))).rejects.toMatchObject({
        code: '23505',
      })
    await expect(
      transact(orm, async (em) => {
        await readInTransaction(em)(insert(2))
        await readInTransaction(em)(insert(1))
      }),
    ).rejects.toMatchObject({ code: '23505' })
    expect(await stored()).toEqual([1])
  })

  it('may have no statement', async () => {
    await transact(world.database.orm, async () => undefined)
    const waiting = () =>
      sql(
        world,
        `select query from pg_stat_activity where state = 'idle in transaction' and datname = current_database()`,
      )
    await expect.poll(waiting, { timeout: 2000 }).toEqual([])
  })

  it('sends no BEGIN for a single write, nor for reads only', async () => {
    const { orm } = world.database
    const sent = await statementsOf(async () => {
      await transact(orm, async (em) => {
        await readInTransaction(em, 'before-begin')({ text: 'select 1 as early', values: [] })
        await readInTransaction(em, 'last')(insert(3))
      })
      await transact(orm, (em) =>
        readInTransaction(em, 'before-begin')({ text: 'select 1 as only', values: [] }),
      )
    })
    expect(sent).toEqual(['select 1 as early', insert(3).text, 'select 1 as only'])
    expect(await stored()).toContain(3)
  })

  it('rolls back its last statement in a dry run and after an earlier write', async () => {
    const { orm } = world.database
    await transact(orm, (em) => readInTransaction(em, 'last')(insert(4)), { dryRun: true })
    const failed = transact(orm, async (em) => {
      await readInTransaction(em)(insert(5))
      await readInTransaction(em, 'last')(insert(6))
      throw new Error('changed my mind')
    })
    await expect(failed).rejects.toThrow('changed my mind')
    const rows = await stored()
    expect(rows.filter((n) => [4, 5, 6].includes(n as number))).toEqual([])
  })

  it('rejects a statement after its last one', async () => {
    const { orm } = world.database
    for (let round = 0; round < 15; round++) {
      const late = transact(orm, async (em) => {
        await readInTransaction(em, 'last')(insert(20 + round))
        await readInTransaction(em)(insert(50 + round))
      })
      await expect(late).rejects.toThrow('after the one marked `last`')
    }
    expect(await stored()).not.toContain(50)
    await transact(orm, (em) => readInTransaction(em)(insert(50)), { dryRun: true })
  })

  it('continues as one transaction after a last statement that changed no row', async () => {
    const { orm } = world.database
    const nothing = { text: 'insert into scratch select $1::int where false returning n', values: [70] }
    const instead = (...numbers: number[]) =>
      transact(orm, async (em) => {
        expect(await readInTransaction(em, 'last')(nothing)).toEqual([])
        for (const n of numbers) await readInTransaction(em)(insert(n))
      })
    await instead(71, 72)
    await expect(instead(73, 71)).rejects.toMatchObject({ code: '23505' })
    const rows = await stored()
    expect(rows.filter((n) => (n as number) >= 70 && (n as number) < 80)).toEqual([71, 72])
  })

  it('is isolated from concurrent transactions', async () => {
    const { orm } = world.database
    const sums = await atOnce(40, (index) =>
      transact(orm, async (em) => {
        await readInTransaction(em)(insert(100 + index))
        const [row] = await readInTransaction(em)<{ n: number }>({
          text: 'select n from scratch where n = $1',
          values: [100 + index],
        })
        return row?.n
      }),
    )
    expect(sums).toEqual(Array.from({ length: 40 }, (_, index) => 100 + index))
  })
})
