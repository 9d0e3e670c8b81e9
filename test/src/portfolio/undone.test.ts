import { sql as query } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { readRow } from '../../../src/database/read.ts'
import { statementOf } from '../../../src/database/statement.ts'
import { isUndone } from '../../../src/portfolio/undone.ts'
import { type Browser, formFields, signIn } from '../../support/admin.ts'
import { makeProduct, makeToken, root, sql } from '../../support/makers.ts'
import { makePerson } from '../../support/people.ts'
import { undo } from '../../support/undo.ts'
import { makeWorld, type World } from '../../support/world.ts'

type Agent = Awaited<ReturnType<typeof makeToken>>

let world: World
let admin: Browser
let agent: Agent
let other: Agent
beforeAll(async () => {
  world = await makeWorld()
  admin = await signIn(world, await makePerson(world))
  agent = await makeToken(world, ['read', 'write'])
  other = await makeToken(world, ['read', 'write'])
  await makeProduct(world, { name: 'Run', direction_slug: 'fitness' })
})

const send = async (method: string, path: string, body: object, { headers }: Agent = agent) => {
  const answer = await world.send(method, root + path, body, headers)
  expect(answer.status).toBeLessThan(300)
  return answer.body
}
const makeSignal = async (fields = {}, by = agent): Promise<number> => {
  const body = { title: 'Slow', signal_type: 'risk', severity: 'low', product_slug: 'run', ...fields }
  return (await send('POST', '/signals', body, by)).signal.id
}
const change = (id: number, fields: object, by = agent) => send('PATCH', `/signals/${id}`, fields, by)
const setByHand = async (id: number, field: string, value: string) => {
  const address = `/admin/signals/${id}/edit/${field}`
  const form = formFields(await admin.get(address))
  expect((await admin.post(address, { ...form, [field]: value })).status).toBe(303)
}
const entries = (id: number, type = 'signal') =>
  sql(world, 'select id from history where record_type = $1 and record_id = $2 order by id', type, id)
const revert = async (entry: unknown, ticked = {}) => {
  const address = `/admin/activity/${entry}/revert`
  const form = formFields(await admin.get(address))
  expect((await admin.post(address, { ...form, ...ticked })).status).toBe(303)
}

/** Whether each entry of a record is undone, oldest first. */
async function undoneOf(id: number, type = 'signal'): Promise<boolean[]> {
  const statement = statementOf(query<{
    undone: boolean[]
  }>`select json_agg(${isUndone('entry')} order by id) as undone
    from history as entry where record_type = ${type} and record_id = ${id}`)
  return (await readRow(world.database.read, statement)).undone
}

describe('a change', () => {
  it('is undone by its revert, and not if that is reverted', async () => {
    const id = await makeSignal()
    await change(id, { severity: 'high' })
    expect(await undoneOf(id)).toEqual([false, false])
    const [, changed] = await entries(id)
    await revert(changed?.id)
    expect(await undoneOf(id)).toEqual([false, true, false])
    const [, , reverted] = await entries(id)
    await revert(reverted?.id)
    expect(await undoneOf(id)).toEqual([false, false, true, false])
  })

  it('is undone by its revert after another change of the field', async () => {
    const id = await makeSignal()
    await change(id, { severity: 'high' })
    await setByHand(id, 'severity', 'medium')
    const [, changed] = await entries(id)
    await revert(changed?.id, { fields: 'severity' })
    expect(await undoneOf(id)).toEqual([false, true, false, false])
  })

  it('is undone by a person who sets one of its values back by hand, and by no other value', async () => {
    const id = await makeSignal()
    await change(id, { severity: 'high', title: 'Slower' })
    await setByHand(id, 'severity', 'medium')
    expect(await undoneOf(id)).toEqual([false, false, false])
    await setByHand(id, 'severity', 'low')
    expect(await undoneOf(id)).toEqual([false, true, false, false])
  })

  it('is not undone by an agent, nor by a person after it', async () => {
    const id = await makeSignal()
    for (const severity of ['high', 'low']) await change(id, { severity })
    await change(id, { severity: 'high' }, other)
    await change(id, { severity: 'low' }, other)
    expect(await undoneOf(id)).toEqual([false, false, false, false, false])
    await setByHand(id, 'severity', 'critical')
    await setByHand(id, 'severity', 'low')
    expect((await undoneOf(id)).slice(0, 5)).toEqual([false, false, false, false, false])
  })
})

describe('a window', () => {
  const window = async (since: string) => {
    const until = new Date().toISOString()
    await undo(
      admin,
      `/admin/activity/undo?actor=portfolio_token%3A${agent.id}&since=${since}&until=${until}`,
    )
    return until
  }

  it('undoes all changes of a field at once, and a creation with the changes after it', async () => {
    const changed = await makeSignal({}, other)
    const since = new Date().toISOString()
    for (const severity of ['medium', 'high', 'critical']) await change(changed, { severity })
    const created = await makeSignal()
    await change(created, { severity: 'high' })
    await window(since)
    expect(await undoneOf(changed)).toEqual([false, true, true, true, false])
    expect(await undoneOf(created)).toEqual([true, true, false])
  })

  it('undoes nothing of other actors', async () => {
    const id = await makeSignal({}, other)
    await change(id, { severity: 'medium' }, other)
    const since = new Date().toISOString()
    await change(id, { severity: 'high' })
    await window(since)
    expect(await undoneOf(id)).toEqual([false, false, true, false])
  })
})

describe('a creation', () => {
  it('is undone by its withdrawal in the review, until the record is opened again', async () => {
    const id = await makeSignal()
    const [created] = await entries(id)
    await admin.post('/admin/review', { action: 'revert-confirmed', ids: String(created?.id) })
    expect(await undoneOf(id)).toEqual([true, false])
    await setByHand(id, 'status', 'open')
    expect(await undoneOf(id)).toEqual([false, true, false])
  })

  it('is undone by a retraction, by its author too, until that is taken back', async () => {
    const body = { title: 'Guess', body: 'So.', direction_slug: 'fitness' }
    const { insight } = await send('POST', '/insights', body)
    await send('POST', `/insights/${insight.id}/retract`, { reason: 'Wrong.' })
    expect(await undoneOf(insight.id, 'insight')).toEqual([true, false])
    const [, retracted] = await entries(insight.id, 'insight')
    await revert(retracted?.id)
    expect(await undoneOf(insight.id, 'insight')).toEqual([false, true, false])
  })

  it('is not undone by an agent that ends the record', async () => {
    const id = await makeSignal()
    await change(id, { status: 'dismissed' })
    expect(await undoneOf(id)).toEqual([false, false])
  })
})
