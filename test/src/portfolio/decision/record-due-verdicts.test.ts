import { beforeAll, describe, expect, it } from 'vitest'
import { transact } from '../../../../src/database/transaction.ts'
import { recordDueVerdicts } from '../../../../src/portfolio/decision/record-due-verdicts.ts'
import { expectBy, makeExpecting, recordDue } from '../../../support/due-verdicts.ts'
import { root, sql } from '../../../support/makers.ts'
import { makeWorld, type World } from '../../../support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})

const by = '2026-03-10'
const dayAfterBy = '2026-03-11'
const entriesOf = (id: number) =>
  sql(
    world,
    `select actor->>'type' as actor, changes, reason, surface from history
      where record_type = 'decision' and record_id = $1 and event = 'verdict_due' order by id`,
    id,
  )
const reasonsOf = async (id: number) => (await entriesOf(id)).map(({ reason }) => reason)
const change = async (id: number, body: object) =>
  expect((await world.send('PATCH', `${root}/decisions/${id}`, body)).status).toBe(200)

describe('the entry that a verdict is due', () => {
  it('is written by the system once the day has passed, and only once', async () => {
    const { id } = await makeExpecting(world, [by])
    expect(await recordDue(world, by)).toBe(0)
    expect(await recordDue(world, dayAfterBy)).toBe(1)
    expect(await entriesOf(id)).toEqual([
      { actor: 'system', changes: {}, reason: 'A result was expected by 2026-03-10.', surface: 'cli' },
    ])
    expect(await recordDue(world, dayAfterBy)).toBe(0)
    expect(await recordDue(world, '2026-12-01')).toBe(0)
    expect(await entriesOf(id)).toHaveLength(1)
  })

  it('is written for each day, however many expectations have it', async () => {
    const { id } = await makeExpecting(world, [by, '2026-03-20', by])
    await recordDue(world, dayAfterBy)
    expect(await reasonsOf(id)).toEqual(['A result was expected by 2026-03-10.'])
    await recordDue(world, '2026-03-21')
    expect(await reasonsOf(id)).toEqual([
      'A result was expected by 2026-03-10.',
      'A result was expected by 2026-03-20.',
    ])
  })

  it('is written for every day that passed while no server ran, the earliest first', async () => {
    const later = await makeExpecting(world, ['2026-04-20', '2026-04-10'])
    const early = await makeExpecting(world, ['2026-04-05'])
    expect(await recordDue(world, '2026-05-01')).toBe(3)
    const written = await sql(
      world,
      `select record_id::int as id, reason from history where event = 'verdict_due' order by history.id desc limit 3`,
    )
    expect(written.toReversed()).toEqual([
      { id: early.id, reason: 'A result was expected by 2026-04-05.' },
      { id: later.id, reason: 'A result was expected by 2026-04-10.' },
      { id: later.id, reason: 'A result was expected by 2026-04-20.' },
    ])
  })

  it.each([
    { outcome: 'unclear' },
    { outcome: 'met', status: 'active' },
    { status: 'reviewed' },
    { status: 'cancelled' },
  ])('is not written for a decision that was changed to %j before', async (body) => {
    const { id } = await makeExpecting(world, [by])
    await change(id, body)
    expect(await recordDue(world, dayAfterBy)).toBe(0)
    expect(await entriesOf(id)).toEqual([])
  })

  it('is written after all if the judgement is taken back, but not a second time', async () => {
    const { id } = await makeExpecting(world, [by])
    await change(id, { outcome: 'met' })
    expect(await recordDue(world, dayAfterBy)).toBe(0)
    await change(id, { outcome: null })
    expect(await recordDue(world, dayAfterBy)).toBe(1)
    await change(id, { outcome: 'met' })
    await change(id, { outcome: null })
    expect(await recordDue(world, dayAfterBy)).toBe(0)
    expect(await entriesOf(id)).toHaveLength(1)
  })

  it('is not written while the decision is being changed, since the change may judge it', async () => {
    const { id } = await makeExpecting(world, [by])
    await transact(world.database.orm, async (em) => {
      await em.execute('select from decisions where id = ? for update', [id])
      expect(await recordDue(world, dayAfterBy)).toBe(0)
    })
    expect(await recordDue(world, dayAfterBy)).toBe(1)
  })
})

describe('two servers at once', () => {
  it('write one entry: the second waits for the first, and the table takes each day once', async () => {
    const ids: number[] = []
    for (let made = 0; made < 5; made++) ids.push((await makeExpecting(world, [by, '2026-03-09'])).id)
    let second: Promise<number> | undefined
    const first = await transact(world.database.orm, async (em) => {
      const written = await recordDueVerdicts(em, dayAfterBy)
      second = recordDue(world, dayAfterBy)
      const waiting = `select count(*)::int from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like '%due_verdicts%'`
      await expect.poll(async () => (await sql(world, waiting))[0]?.count).toBe(1)
      return written
    })
    expect([first, await second]).toEqual([10, 0])
    for (const id of ids) expect(await entriesOf(id)).toHaveLength(2)
  })

  it('write one entry in twenty races', async () => {
    for (let race = 0; race < 20; race++) {
      const { id } = await makeExpecting(world, [by])
      const written = await Promise.all([1, 2, 3].map(() => recordDue(world, dayAfterBy)))
      expect(written.toSorted()).toEqual([0, 0, 1])
      expect(await entriesOf(id)).toHaveLength(1)
    }
  })
})

it('leaves the record, its version and its etag as they were', async () => {
  const { id } = await makeExpecting(world, [])
  await expectBy(world, id, [by])
  const shown = async () => (await world.send('GET', `${root}/decisions/${id}`)).body
  const before = await shown()
  expect(await recordDue(world, dayAfterBy)).toBe(1)
  expect(await shown()).toEqual(before)
  const { status } = await world.send(
    'PATCH',
    `${root}/decisions/${id}`,
    { title: 'Same' },
    {
      'if-match': before.etag,
    },
  )
  expect(status).toBe(200)
})
