import { beforeAll, describe, expect, it } from 'vitest'
import { readInTransaction } from '../../../src/database/read.ts'
import { type EntityManager, runInSavepoint, transact } from '../../../src/database/transaction.ts'
import { signals } from '../../../src/portfolio/signal/signal.ts'
import { atOnce, makeSignal, sql } from '../../support/makers.ts'
import { makeWorld, type World } from '../../support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
  await sql(world, 'create table scratch (n int primary key)')
})

const insert = (n: number) => ({ text: 'insert into scratch values ($1) returning n', values: [n] })
const stored = async () => (await sql(world, 'select n from scratch order by n')).map(({ n }) => n)

describe('a transaction', () => {
  it('is stored unless it is a dry run', async () => {
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

  it('is rolled back when its check fails, which is then the error', async () => {
    const { orm } = world.database
    const check = async () => {
      throw new Error('no longer allowed')
    }
    const writes = [
      (em: EntityManager) => readInTransaction(em)(insert(3)),
      (em: EntityManager) => readInTransaction(em)(insert(1)),
    ]
    for (const run of writes) await expect(transact(orm, run, { check })).rejects.toThrow('no longer allowed')
    expect(await stored()).toEqual([1])
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

describe('a part of a transaction', () => {
  it('leaves what the transaction has loaded, and undoes only its own statements if it fails', async () => {
    const made = await makeSignal(world, { title: 'Before', body: 'Before' })
    const find = (em: EntityManager) => em.findOneOrFail(signals, { id: made.id })
    await transact(world.database.orm, async (em) => {
      const signal = await find(em)
      signal.title = 'Changed before the parts'
      const failed = runInSavepoint(em, async (part) => {
        ;(await find(part)).title = 'Changed in a part that fails'
        await readInTransaction(part)(insert(1))
      })
      await expect(failed).rejects.toMatchObject({ code: '23505' })
      await runInSavepoint(em, async (part) => {
        ;(await find(part)).severity = 'high'
      })
      signal.body = 'Changed after the parts'
    })
    const [row] = await sql(world, 'select title, severity, body from signals where id = $1', made.id)
    expect(row).toEqual({
      title: 'Changed before the parts',
      severity: 'high',
      body: 'Changed after the parts',
    })
  })
})
