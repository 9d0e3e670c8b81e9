import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { type EntityManager, transact } from '../../../src/database/transaction.ts'
import { toFault } from '../../../src/record/database-fault.ts'
import type { Fault } from '../../../src/record/fault.ts'
import { makeWorld } from '../../support/world.ts'

const world = await makeWorld()

const limitsOf = async (em: EntityManager) => {
  const { rows } = await sql<Record<string, string>>`
    select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
      current_setting('idle_in_transaction_session_timeout') as idle`.execute(em.getKysely())
  return rows[0]
}

it('compiles no statement, plans for memory and solid-state disks, and sorts new entries of indexes in soon', async () => {
  const [settings] = await world.database.read({
    text: `select current_setting('jit') as jit, current_setting('random_page_cost') as cost,
      current_setting('gin_pending_list_limit') as pending`,
    values: [],
  })
  expect(settings).toEqual({ jit: 'off', cost: '1.1', pending: '1MB' })
})

describe('time limits', () => {
  it('are 9.5 s for a statement of a transaction, a minute for bulk, an hour for a migration', async () => {
    const limits = (options: Parameters<typeof transact>[2]) =>
      transact(world.database.orm, limitsOf, options)
    const short = { statement: '9500ms', lock: '9500ms', idle: '19s' }
    expect(await limits({})).toEqual(short)
    expect(await limits({ timeLimit: 'bulk' })).toEqual({ ...short, statement: '1min', lock: '1min' })
    expect(await limits({ timeLimit: 'migration' })).toEqual({ statement: '1h', lock: '1h', idle: '1h' })
    expect(await limits({ dryRun: true })).toEqual(short)
    // The connection that had a longer limit has the short one again.
    expect(await limits({})).toEqual(short)
  })

  it('hold in dry runs with a longer limit', async () => {
    const options = { dryRun: true, timeLimit: 'bulk' } as const
    expect(await transact(world.database.orm, limitsOf, options)).toMatchObject({ statement: '1min' })
  })

  it('end a transaction that is idle for too long; the next one gets another connection', async () => {
    const idle = transact(world.database.orm, async (em) => {
      await sql`set local idle_in_transaction_session_timeout = 50`.execute(em.getKysely())
      // This process hangs, and finds its connection ended.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500)
      await sql`select 1`.execute(em.getKysely())
    })
    const error = await idle.catch(toFault)
    expect(error).toMatchObject({ code: 'unavailable' } satisfies Partial<Fault>)
    expect(await transact(world.database.orm, limitsOf)).toMatchObject({ idle: '19s' })
    expect((await world.send('GET', '/api/portfolio/products')).status).toBe(200)
  })

  it.each(['57014', '55P03', '25006', '25P03', '25P04'])(
    'turn SQLSTATE %s into the fault "unavailable"',
    (code) => {
      expect(toFault({ code })).toMatchObject({ code: 'unavailable' } satisfies Partial<Fault>)
    },
  )
})
