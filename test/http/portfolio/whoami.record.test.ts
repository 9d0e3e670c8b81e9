import { beforeAll, describe, expect, it } from 'vitest'
import { type Browser, formFields, signIn } from '../../support/admin.ts'
import { makeProduct, makeToken, root, sql } from '../../support/makers.ts'
import { makePerson } from '../../support/people.ts'
import { undo } from '../../support/undo.ts'
import { makeWorld, type World } from '../../support/world.ts'

let world: World
let admin: Browser
let manager: Browser
beforeAll(async () => {
  world = await makeWorld()
  admin = await signIn(world, await makePerson(world, 'admin'))
  manager = await signIn(world, await makePerson(world, 'manager'))
  await makeProduct(world, { name: 'Run', direction_slug: 'fitness' })
})

const signal = { product_slug: 'run', title: 'Slow', signal_type: 'risk', severity: 'low' }
const insight = { product_slug: 'run', title: 'Guess', body: 'So.' }

async function makeAgent(scopes: string[], direct: string[] = []) {
  const { id, headers } = await makeToken(world, scopes, null, direct)
  const send = async (method: string, path: string, body?: object) => {
    const answer = await world.send(method, root + path, body, headers)
    expect(answer.status).toBeLessThan(300)
    return answer.body
  }
  return {
    id,
    send,
    record: async () => (await send('GET', '/whoami')).record,
    propose: async (path: string, body: object): Promise<number> =>
      (await send('POST', path, body)).proposal.id,
    signal: async (): Promise<number> => (await send('POST', '/signals', signal)).signal.id,
    /** The id of the newest entry of the history of a record. */
    newest: async (type: string, record: number) => {
      const [entry] = await sql(
        world,
        'select max(id) as id from history where record_type = $1 and record_id = $2',
        type,
        record,
      )
      return String(entry?.id)
    },
  }
}

const post = async (browser: Browser, address: string, fields = {}) => {
  expect((await browser.post(address, fields)).status).toBe(303)
}
const age = (table: string, id: number, days: number) =>
  sql(world, `update ${table} set created_at = now() - interval '${days} days' where id = ${id}`)

describe('the record in whoami', () => {
  it('is empty for a new token, and null for a token of the environment', async () => {
    const { record } = await makeAgent(['read'])
    expect(await record()).toEqual({ days: 90, proposals: [], direct: [], insights: [] })
    expect((await world.send('GET', `${root}/whoami`)).body.record).toBeNull()
  })
})

describe('its proposals', () => {
  it('are counted by kind and by what became of them', async () => {
    const { propose, send, record } = await makeAgent(['read', 'propose'])
    const make = (title: string) => propose('/signals', { ...signal, title })
    const decide = async (title: string, verb: string, fields = {}) => {
      const page = `/admin/proposals/${await make(title)}`
      await post(admin, `${page}/${verb}`, fields)
    }
    await decide('Applied', 'approve')
    await decide('Rejected', 'reject', { note: 'No.' })
    await decide('Wanted', 'ask', { note: 'Who?' })
    const edited = `/admin/proposals/${await make('Edited')}/edit`
    await post(admin, edited, { ...formFields(await admin.get(edited)), title: 'Better' })
    await send('POST', `/proposals/${await make('Withdrawn')}/withdraw`)
    const expired = await make('Expired')
    await sql(world, `update proposals set expires_at = now() where id = ${expired}`)
    await make('Pending')
    await propose('/canon-rules', { title: 'Rule', body: 'Always.', rule_type: 'freeze-policy' })
    await send('POST', '/batch', { operations: [{ operation: 'record_signal', body: signal }] })
    const none = { applied: 0, edited: 0, rejected: 0, changes_wanted: 0, expired: 0, withdrawn: 0 }
    expect((await record()).proposals).toEqual([
      {
        kind: 'signal',
        ...{ applied: 1, edited: 1, rejected: 1, changes_wanted: 1, expired: 1, withdrawn: 1, pending: 1 },
        median_hours: 0,
      },
      { kind: 'canon-rule', ...none, pending: 1, median_hours: null },
      { kind: null, ...none, pending: 1, median_hours: null },
    ])
  })

  it('have the median hours to a decision of a person', async () => {
    const { propose, send, record } = await makeAgent(['read', 'propose'])
    for (const [index, hours] of [1, 2.5, 30].entries()) {
      const id = await propose('/signals', { ...signal, title: `Signal ${index}` })
      await post(admin, `/admin/proposals/${id}/${index === 0 ? 'reject' : 'approve'}`)
      await sql(
        world,
        `update proposals set decided_at = created_at + interval '${hours} hours' where id = ${id}`,
      )
    }
    const withdrawn = await propose('/signals', { ...signal, title: 'Withdrawn' })
    await send('POST', `/proposals/${withdrawn}/withdraw`)
    expect((await record()).proposals).toMatchObject([
      { applied: 2, rejected: 1, withdrawn: 1, median_hours: 2.5 },
    ])
  })

  it('are those of the token and of the last 90 days', async () => {
    const { propose, record } = await makeAgent(['read', 'propose'])
    const other = await makeAgent(['read', 'propose'])
    await other.propose('/signals', signal)
    const [young, old] = [await propose('/signals', signal), await propose('/insights', insight)]
    await age('proposals', young, 89)
    await age('proposals', old, 91)
    expect((await record()).proposals).toMatchObject([{ kind: 'signal', pending: 1 }])
  })
})

describe('its direct writes', () => {
  it('are creations and changes, without applied proposals, claims and dry runs', async () => {
    const { send, propose, signal: write, record } = await makeAgent(['read', 'propose'], ['signal'])
    const id = await write()
    await send('PATCH', `/signals/${id}`, { severity: 'high' })
    await send('PATCH', `/signals/${id}`, { severity: 'high' })
    await send('POST', '/signals?dry_run=1', signal)
    const task = await propose('/tasks', { product_slug: 'run', title: 'Fix it' })
    await post(admin, `/admin/proposals/${task}/approve`)
    const [stored] = await sql(world, `select (result->>'id')::int as id from proposals where id = ${task}`)
    await send('POST', `/tasks/${stored?.id}/claim`)
    expect((await record()).direct).toEqual([
      { kind: 'signal', writes: 2, accepted: 0, undone: 0, stood: 0, older: 0 },
    ])
  })

  it('count as accepted once any person has accepted them, and not if a person has reverted them', async () => {
    const { signal: write, newest, record } = await makeAgent(['read', 'write'])
    const [one, two, three] = [await write(), await write(), await write()]
    const ids = await Promise.all([one, two, three].map((id) => newest('signal', id)))
    for (const browser of [admin, manager])
      await post(browser, '/admin/review', { action: 'accept', ids: ids[0] })
    await post(admin, '/admin/review', { action: 'revert-confirmed', ids: ids[1] })
    expect((await record()).direct).toMatchObject([{ writes: 3, accepted: 1, undone: 1 }])
    // What was undone is shown to no person.
    for (const browser of [admin, manager]) {
      const { body } = await browser.get('/admin/review')
      expect(body).not.toContain(`id="change-${ids[1]}"`)
    }
    expect((await manager.get('/admin/review')).body).toMatch(new RegExp(`name="ids" value="${ids[2]}"`))
  })

  it('stood if they are older than seven days and were not undone', async () => {
    const { id: token, signal: write, send, newest, record } = await makeAgent(['read', 'write'])
    const { insight: guess } = await send('POST', '/insights', insight)
    const old = [await write(), await write()]
    for (const id of old) await age('history', Number(await newest('signal', id)), 8)
    const young = await write()
    await age('history', Number(await newest('signal', young)), 6)
    const since = new Date(Date.now() - 9 * 86_400_000).toISOString()
    const until = new Date(Date.now() - 7.9 * 86_400_000).toISOString()
    expect((await record()).direct[0]).toMatchObject({ writes: 3, stood: 2, older: 2 })
    await post(admin, '/admin/review', {
      action: 'revert-confirmed',
      ids: await newest('signal', old[0] as number),
    })
    await post(admin, '/admin/review', { action: 'revert-confirmed', ids: await newest('insight', guess.id) })
    const written = { kind: 'insight', writes: 1, accepted: 0, undone: 1, stood: 0, older: 0 }
    expect((await record()).direct).toEqual([
      { kind: 'signal', writes: 3, accepted: 0, undone: 1, stood: 1, older: 2 },
      written,
    ])
    await undo(
      admin,
      `/admin/activity/undo?actor=portfolio_token%3A${token}&since=${since}&until=${until}`,
      'All or nothing',
    )
    expect((await record()).direct).toEqual([
      { kind: 'signal', writes: 3, accepted: 0, undone: 2, stood: 0, older: 2 },
      written,
    ])
  })

  it('are those of the last 90 days', async () => {
    const { signal: write, newest, record } = await makeAgent(['read', 'write'])
    const [young, old] = [await write(), await write()]
    await age('history', Number(await newest('signal', young)), 89)
    await age('history', Number(await newest('signal', old)), 91)
    expect((await record()).direct).toMatchObject([{ writes: 1, stood: 1, older: 1 }])
  })
})

describe('its insights', () => {
  it('are counted by confidence, with those that were retracted by anyone, and those that were proposed', async () => {
    const { send, newest, record } = await makeAgent(['read', 'write'])
    const write = async (confidence_level: string): Promise<number> =>
      (await send('POST', '/insights', { ...insight, confidence_level })).insight.id
    const [high, low] = [await write('high'), await write('low')]
    await write('high')
    await send('POST', `/insights/${low}/retract`, { reason: 'Wrong.' })
    await post(admin, '/admin/review', { action: 'revert-confirmed', ids: await newest('insight', high) })
    expect((await record()).insights).toEqual([
      { confidence_level: 'low', written: 1, retracted: 1 },
      { confidence_level: 'high', written: 2, retracted: 1 },
    ])
    // The retraction is a write too.
    expect((await record()).direct).toMatchObject([{ kind: 'insight', writes: 4, undone: 2 }])
    const proposer = await makeAgent(['read', 'propose'])
    const proposed = await proposer.propose('/insights', insight)
    await post(admin, `/admin/proposals/${proposed}/approve`)
    expect(await proposer.record()).toMatchObject({
      direct: [],
      insights: [{ confidence_level: 'medium', written: 1, retracted: 0 }],
    })
  })
})
