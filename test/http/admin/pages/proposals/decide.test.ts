import { beforeAll, describe, expect, it } from 'vitest'
import { signIn } from '../../../../support/admin.ts'
import { makeRule, makeSignal, sql } from '../../../../support/makers.ts'
import { makePerson } from '../../../../support/people.ts'
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

const addressOf = (id: number) => `/admin/proposals/${id}`
const proposeSignal = (title: string) => made.propose('POST', '/signals', { ...signal, title })
const decide = async (browser: ProposalsWorld['admin'], id: number, decision: string, fields = {}) => {
  await browser.get(addressOf(id))
  return browser.post(`${addressOf(id)}/${decision}`, fields)
}

describe('an approval', () => {
  it('stores the record, and names the token and the person in its history', async () => {
    const { body } = await made.send('POST', '/signals?reason=Seen in the store', signal)
    const { id } = body.proposal
    expect(await decide(made.manager, id, 'approve')).toMatchObject({ status: 303, location: addressOf(id) })
    const { status, result, decided_by } = await made.read(id)
    expect({ status, by: decided_by.id }).toEqual({ status: 'applied', by: made.people.manager.id })
    const page = await made.manager.get(addressOf(id))
    expect(page.body).toContain(`href="/admin/signals/${result.id}"`)
    expect(page.body).not.toContain('>Approve<')
    for (const address of [`/admin/signals/${result.id}`, '/admin/activity?entity=signal']) {
      const shown = textOf(await made.manager.get(address))
      expect(shown).toContain(`by ${made.token.name} (agent token) , approved by ${made.people.manager.name}`)
      expect(shown).toContain('Reason: Seen in the store')
    }
  })

  it('is 409 with the three values if others changed a proposed field, and keeps their other changes', async () => {
    const { id } = await makeSignal(made.world, { ...signal, title: 'Ads flicker' })
    const proposal = await made.propose('PATCH', `/signals/${id}`, { severity: 'high' })
    await made.manager.get(addressOf(proposal))
    await made.write('PATCH', `/signals/${id}`, { severity: 'low', title: 'Ads flash' })
    const before = await made.manager.get(addressOf(proposal))
    expect(textOf(before)).toContain('Changed since it was proposed Stale')
    const { status, body } = await made.manager.post(`${addressOf(proposal)}/approve`)
    expect(status).toBe(409)
    expect(textOf({ body })).toContain('Field When proposed Proposed Now Severity Medium High Low')
    expect((await made.read(proposal)).status).toBe('pending')
    await made.write('PATCH', `/signals/${id}`, { severity: 'medium' })
    expect(await decide(made.manager, proposal, 'approve')).toMatchObject({ status: 303 })
    const { signal: stored } = (await made.send('GET', `/signals/${id}`)).body
    expect(stored).toMatchObject({ severity: 'high', title: 'Ads flash' })
  })

  it('leads to the next proposal that waits, and after the last one stays there', async () => {
    await sql(made.world, `update proposals set status = 'withdrawn' where status = 'pending'`)
    const [first, second, third] = [
      await proposeSignal('Next 1'),
      await proposeSignal('Next 2'),
      await proposeSignal('Next 3'),
    ] as [number, number, number]
    expect((await decide(made.manager, second, 'approve')).location).toBe(addressOf(third))
    expect(textOf(await made.manager.get(addressOf(third)))).toContain(
      'Proposal approved. This is the next one.',
    )
    expect((await decide(made.manager, third, 'reject')).location).toBe(addressOf(first))
    expect((await decide(made.manager, first, 'reject')).location).toBe(addressOf(first))
  })

  it('of two people at once succeeds for one', async () => {
    const id = await proposeSignal('Twice')
    for (const browser of [made.admin, made.manager]) await browser.get(addressOf(id))
    const answers = await Promise.all(
      [made.admin, made.manager].map((browser) => browser.post(`${addressOf(id)}/approve`)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 409])
    expect(await sql(made.world, "select from signals where title = 'Twice'")).toHaveLength(1)
  })

  it('and a withdrawal at once leave one outcome', async () => {
    for (const n of [1, 2, 3]) {
      const id = await proposeSignal(`Race ${n}`)
      await made.manager.get(addressOf(id))
      const [approved, withdrawn] = await Promise.all([
        made.manager.post(`${addressOf(id)}/approve`),
        made.send('POST', `/proposals/${id}/withdraw`),
      ])
      const stored = await sql(made.world, `select from signals where title = 'Race ${n}'`)
      expect([approved.status, withdrawn.status, stored.length]).toEqual(
        approved.status === 303 ? [303, 409, 1] : [409, 200, 0],
      )
    }
  })

  it('and a change at once never lose the change', async () => {
    for (const n of [1, 2, 3]) {
      const { id } = await makeSignal(made.world, { ...signal, title: `Changed ${n}` })
      const proposal = await made.propose('PATCH', `/signals/${id}`, { severity: 'high' })
      await made.manager.get(addressOf(proposal))
      const [approved] = await Promise.all([
        made.manager.post(`${addressOf(proposal)}/approve`),
        made.write('PATCH', `/signals/${id}`, { severity: 'critical', title: `Kept ${n}` }),
      ])
      const { signal: stored } = (await made.send('GET', `/signals/${id}`)).body
      expect(stored.title).toBe(`Kept ${n}`)
      // The change came after the approval, or stopped it.
      expect(stored.severity).toBe('critical')
      expect([303, 409]).toContain(approved.status)
    }
  })

  it('is 422 with the message if the write is no longer valid', async () => {
    const { id } = await makeSignal(made.world, signal)
    const proposal = await made.propose('POST', '/tasks', {
      product_slug: 'run',
      title: 'Fix it',
      evidence: [{ type: 'signal', id }],
    })
    await sql(made.world, `delete from history where record_type = 'signal' and record_id = ${id}`)
    await sql(made.world, `delete from signals where id = ${id}`)
    const { status, body } = await decide(made.manager, proposal, 'approve')
    expect(status).toBe(422)
    expect(textOf({ body })).toMatch(/selected evidence\.0\.id is invalid/)
    expect((await made.read(proposal)).status).toBe('pending')
  })
})

it('rejects with a note, which the proposer reads', async () => {
  const id = await proposeSignal('No')
  const refused = await decide(made.manager, id, 'reject', { note: 'x'.repeat(1001) })
  expect(refused.status).toBe(422)
  expect(refused.body).toContain('must not be greater than 1000 characters')
  expect(await decide(made.manager, id, 'reject', { note: 'Known already' })).toMatchObject({ status: 303 })
  expect(await made.read(id)).toMatchObject({ status: 'rejected', decision_note: 'Known already' })
  expect(textOf(await made.manager.get(addressOf(id)))).toContain('Note Known already')
  const without = await proposeSignal('No again')
  expect(await decide(made.manager, without, 'reject', { note: '' })).toMatchObject({ status: 303 })
  expect(await made.read(without)).toMatchObject({ status: 'rejected', decision_note: null })
})

it('answers 409 for an expired, a withdrawn and a decided one', async () => {
  const [expired, withdrawn, rejected] = (await Promise.all(['E', 'W', 'R'].map(proposeSignal))) as [
    number,
    number,
    number,
  ]
  await made.expire(expired)
  await made.send('POST', `/proposals/${withdrawn}/withdraw`)
  await decide(made.manager, rejected, 'reject')
  for (const id of [expired, withdrawn, rejected])
    for (const decision of ['approve', 'reject', 'edit'])
      expect(await decide(made.manager, id, decision, signal)).toMatchObject({ status: 409 })
  expect(textOf(await made.manager.get(addressOf(expired)))).toContain('Status Expired')
})

describe('who decides', () => {
  const decisions = ['approve', 'reject', 'edit']

  it('needs a CSRF token', async () => {
    const id = await proposeSignal('Forged')
    for (const decision of decisions)
      expect(await decide(made.manager, id, decision, { _csrf: 'wrong' })).toMatchObject({ status: 403 })
    expect((await made.read(id)).status).toBe('pending')
  })

  it('is no inactive manager and no user', async () => {
    const id = await proposeSignal('Not by them')
    for (const [role, status] of [
      ['manager', 'inactive'],
      ['user', 'active'],
    ] as const) {
      const browser = await signIn(made.world, await makePerson(made.world, role, { status }))
      await browser.get('/admin/account')
      expect((await browser.get(addressOf(id))).body).not.toContain('>Approve<')
      await browser.get('/admin/account')
      for (const decision of decisions)
        expect(await browser.post(`${addressOf(id)}/${decision}`)).toMatchObject({ status: 403 })
    }
  })

  it('is an admin for a canon rule', async () => {
    const { id } = await makeRule(made.world)
    await sql(made.world, `update canon_rules set approved_by = created_by where id = ${id}`)
    const proposal = await made.propose('PATCH', `/canon-rules/${id}`, { body: 'Another text.' })
    expect((await made.manager.get(addressOf(proposal))).body).not.toContain('>Approve<')
    for (const decision of decisions)
      expect(await decide(made.manager, proposal, decision)).toMatchObject({ status: 403 })
    expect(await decide(made.admin, proposal, 'approve')).toMatchObject({ status: 303 })
  })

  it('is not who proposed by a form', async () => {
    const id = await proposeSignal('By a form')
    const { name, id: person } = made.people.manager
    const by = JSON.stringify({ type: 'user', id: person, name })
    await sql(made.world, `update proposals set created_by = '${by}' where id = ${id}`)
    expect((await made.manager.get(addressOf(id))).body).not.toContain('>Approve<')
    expect(await decide(made.manager, id, 'approve')).toMatchObject({ status: 403 })
    expect(await decide(made.admin, id, 'approve')).toMatchObject({ status: 303 })
  })
})

it('is 404 for a proposal that does not exist', async () => {
  for (const path of ['', '/edit'])
    expect((await made.manager.get(`/admin/proposals/999${path}`)).status).toBe(404)
  expect(await made.manager.post('/admin/proposals/999/approve')).toMatchObject({ status: 404 })
})
