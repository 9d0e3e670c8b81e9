import { beforeAll, expect, it } from 'vitest'
import { makeSignal } from '../../../../support/makers.ts'
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
