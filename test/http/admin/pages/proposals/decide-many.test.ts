import { beforeAll, describe, expect, it } from 'vitest'
import { makeSignal, root, sql } from '../../../../support/makers.ts'
import {
  makeProposalsWorld,
  type ProposalsWorld,
  signal,
  textOf,
} from '../../../../support/proposals-world.ts'

let made: ProposalsWorld
beforeAll(async () => {
  made = await makeProposalsWorld()
})

const address = '/admin/proposals/decide'
const ticked = (ids: number[]) => ids.map((id) => `ids=${id}`).join('&')

/** Sends the form of the inbox, whose fields may have several values. */
async function decide(decision: string, ids: number[], note = '') {
  const { body } = await made.manager.get('/admin/proposals')
  const csrf = /name="_csrf" value="([^"]+)"/.exec(body)?.[1] ?? ''
  const cookie = [...made.manager.cookies]
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('; ')
  const { statusCode: status, body: page } = await made.world.app.inject({
    method: 'POST',
    url: address,
    headers: {
      host: 'ops.test',
      origin: 'http://ops.test',
      cookie,
      'content-type': 'application/x-www-form-urlencoded',
    },
    payload: `${new URLSearchParams({ _csrf: csrf, decision, note })}&${ticked(ids)}`,
  })
  return { status, body: page, text: textOf({ body: page }) }
}
const statuses = async (ids: number[]) => {
  const found = []
  for (const id of ids) found.push((await made.read(id)).status)
  return found
}

it('approves the ticked ones, each in its own transaction, with a result for each', async () => {
  const { id } = await makeSignal(made.world, { ...signal, title: 'Ads flicker' })
  const stale = await made.propose('PATCH', `/signals/${id}`, { severity: 'high' })
  await made.write('PATCH', `/signals/${id}`, { severity: 'low' })
  const first = await made.propose('POST', '/signals', { ...signal, title: 'First' })
  const last = await made.propose('POST', '/signals', { ...signal, title: 'Last' })
  const { status, text } = await decide('approve', [first, stale, 999_999, last])
  expect(status).toBe(200)
  expect(text).toContain('Approved: 2 of 4')
  expect(text).toMatch(
    /Approved First .*Not approved Ads flicker Others have changed these fields since.*Approved Last/,
  )
  expect(await statuses([first, stale, last])).toEqual(['applied', 'pending', 'applied'])
})

it('rejects the ticked ones with one note', async () => {
  const ids = [
    await made.propose('POST', '/signals', { ...signal, title: 'A' }),
    await made.propose('POST', '/signals', { ...signal, title: 'B' }),
  ]
  expect((await decide('reject', ids, 'Known already')).text).toContain('Rejected: 2 of 2')
  expect(await made.read(ids[1] as number)).toMatchObject({
    status: 'rejected',
    decision_note: 'Known already',
  })
  expect((await decide('approve', ids)).text).toContain('The proposal is rejected already.')
})

it('is 422 if none is ticked, or without a decision', async () => {
  expect(await decide('approve', [])).toMatchObject({
    status: 422,
    text: expect.stringContaining('Tick the proposals'),
  })
  const id = await made.propose('POST', '/signals', { ...signal, title: 'C' })
  expect((await decide('', [id])).status).toBe(422)
  expect(await statuses([id])).toEqual(['pending'])
})

describe('a proposal of several operations', () => {
  const addressOf = (id: number) => `/admin/proposals/${id}`
  const decide = async (browser: ProposalsWorld['admin'], id: number, decision: string) => {
    await browser.get(addressOf(id))
    return browser.post(`${addressOf(id)}/${decision}`)
  }
  /** A batch that creates a signal and a task that rests on it. */
  const batch = (title: string) => ({
    operations: [
      { operation: 'record_signal', ref: 'crash', body: { ...signal, title } },
      {
        operation: 'create_task',
        body: {
          product_slug: 'run',
          title: `Fix: ${title}`,
          evidence: [{ type: 'signal', id: 'ref:crash' }],
        },
      },
    ],
  })
  const storedOf = async (title: string) => ({
    signals: (await sql(made.world, 'select id from signals where title = $1', title)).length,
    tasks: (await sql(made.world, 'select id from tasks where title = $1', `Fix: ${title}`)).length,
  })
  const eventsOf = async (id: number) => {
    const { body } = await made.world.send('GET', `${root}/changes?entity=proposal`)
    return (body.changes as { id: number }[]).filter((change) => change.id === id)
  }
  const once = { signals: 1, tasks: 1 }

  it('closes a batch with its records, once', async () => {
    const id = await made.propose('POST', '/batch', batch('Once'))
    expect(await decide(made.manager, id, 'approve')).toMatchObject({ status: 303 })
    const applied = await made.read(id)
    const [first] = await sql(made.world, "select id from signals where title = 'Once'")
    expect(applied).toMatchObject({
      status: 'applied',
      decided_by: { type: 'user', id: made.people.manager.id },
      decided_at: expect.any(String),
      result: { kind: 'signal', id: first?.id },
    })
    await expect
      .poll(() => eventsOf(id))
      .toMatchObject([{ event: 'proposed' }, { event: 'applied', result: applied.result }])
    for (const decision of ['approve', 'reject', 'approve'])
      expect((await decide(made.manager, id, decision)).status).toBe(409)
    expect((await made.send('POST', `/proposals/${id}/withdraw`)).status).toBe(409)
    expect(await made.read(id)).toEqual(applied)
    expect(await storedOf('Once')).toEqual(once)
  })

  it('proposes the same batch anew once it is applied', async () => {
    const id = await made.propose('POST', '/batch', batch('Again'))
    await decide(made.manager, id, 'approve')
    const { status, body } = await made.send('POST', '/batch', batch('Again'))
    expect(status).toBe(202)
    expect(body.proposal.id).toBeGreaterThan(id)
    expect(body).not.toHaveProperty('repeated')
  })

  it('applies a batch once for two people at once', async () => {
    const id = await made.propose('POST', '/batch', batch('Two'))
    const browsers = [made.admin, made.manager]
    for (const browser of browsers) await browser.get(addressOf(id))
    const answers = await Promise.all(browsers.map((browser) => browser.post(`${addressOf(id)}/approve`)))
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 409])
    expect((await made.read(id)).status).toBe('applied')
    expect(await storedOf('Two')).toEqual(once)
  })

  it('leaves a batch that can no longer be applied pending, with none of its records', async () => {
    const { id: stored } = (await made.write('POST', '/signals', { ...signal, title: 'Stored' })).body.signal
    const { operations } = batch('Half')
    const withChange = [
      ...operations,
      { operation: 'change_signal', key: String(stored), body: { severity: 'high' } },
    ]
    const id = await made.propose('POST', '/batch', { operations: withChange })
    await sql(made.world, `delete from history where record_type = 'signal' and record_id = ${stored}`)
    await sql(made.world, `delete from signals where id = ${stored}`)
    expect([409, 422]).toContain((await decide(made.manager, id, 'approve')).status)
    expect(await made.read(id)).toMatchObject({ status: 'pending', result: null })
    expect(await storedOf('Half')).toEqual({ signals: 0, tasks: 0 })
    expect((await decide(made.manager, id, 'reject')).status).toBe(303)
  })
})
