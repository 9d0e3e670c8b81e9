import { expect, it } from 'vitest'
import { readInTransaction } from '../../../src/database/read.ts'
import { transact } from '../../../src/database/transaction.ts'
import { makeWorld } from '../../support/world.ts'

// Isolated, because a process names a limited number of statements, and other test files name many.

it('a transaction uses prepared statements', async () => {
  const world = await makeWorld()
  const names = await transact(world.database.orm, async (em) => {
    await readInTransaction(em)({ text: 'select $1::int as prepared_here', values: [1] })
    return readInTransaction(em)({
      text: `select name from pg_prepared_statements where statement like $1`,
      values: ['%prepared_here%'],
    })
  })
  expect(names.length).toBeGreaterThan(0)
})

it('a transaction uses no prepared statements with DATABASE_PREPARED=0', async () => {
  const plain = await makeWorld({ DATABASE_PREPARED: '0' })
  const names = await transact(plain.database.orm, async (em) => {
    await readInTransaction(em)({ text: 'select $1::int as prepared_here', values: [1] })
    return readInTransaction(em)({
      text: `select name from pg_prepared_statements where statement like $1`,
      values: ['%'],
    })
  })
  expect(names).toEqual([])
})
