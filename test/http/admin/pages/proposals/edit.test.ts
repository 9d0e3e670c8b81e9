import { beforeAll, expect, it } from 'vitest'
import { formFields } from '../../../../support/admin.ts'
import { makeInsight, makeSignal } from '../../../../support/makers.ts'
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

const editOf = (id: number) => `/admin/proposals/${id}/edit`
const fieldsOf = async (id: number) => formFields(await made.manager.get(editOf(id)))
const stored = async (path: string) => (await made.send('GET', path)).body

it('has the form of the record, filled with the proposed values', async () => {
  const { product } = await stored('/products/run')
  const id = await made.propose('POST', '/signals', {
    product_id: product.id,
    title: 'Crashes',
    signal_type: 'problem',
    severity: 'high',
  })
  const fields = await fieldsOf(id)
  expect(fields).toMatchObject({
    product_slug: 'Run',
    title: 'Crashes',
    signal_type: 'problem',
    severity: 'high',
    status: 'open',
  })
  const empty = await made.manager.post(editOf(id), { ...fields, title: '' })
  expect(empty.status).toBe(422)
  expect(empty.body).toMatch(/id="error-title"[^>]*>The title field is required\./)
  const done = await made.manager.post(editOf(id), { ...fields, title: 'Crashes on start' })
  expect(done).toMatchObject({ status: 303, location: `/admin/proposals/${id}` })
  const { status, edited, result } = await made.read(id)
  expect({ status, edited }).toEqual({ status: 'applied', edited: true })
  expect((await stored(`/signals/${result.id}`)).signal).toMatchObject({
    title: 'Crashes on start',
    severity: 'high',
    product_slug: 'run',
    created_by: { type: 'portfolio_token', id: made.token.id },
  })
  expect(textOf(await made.manager.get(`/admin/proposals/${id}`))).toContain('Edited Before it was approved')
})

it('changes only the fields that differ from the record', async () => {
  const { id } = await makeSignal(made.world, { ...signal, title: 'Ads flicker' })
  const proposal = await made.propose('PATCH', `/signals/${id}`, { severity: 'high' })
  const fields = await fieldsOf(proposal)
  expect(fields).toMatchObject({ title: 'Ads flicker', severity: 'high' })
  await made.write('PATCH', `/signals/${id}`, { body: 'Of another' })
  expect(await made.manager.post(editOf(proposal), { ...fields, severity: 'critical' })).toMatchObject({
    status: 303,
  })
  expect((await stored(`/signals/${id}`)).signal).toMatchObject({ severity: 'critical', body: 'Of another' })
  expect(await made.read(proposal)).toMatchObject({ edited: true, body: { severity: 'critical' } })
})

it('is 409 with the message at its control if others change a proposed field while the form is open', async () => {
  const { id } = await makeSignal(made.world, { ...signal, title: 'Slow' })
  const proposal = await made.propose('PATCH', `/signals/${id}`, { severity: 'high' })
  const fields = await fieldsOf(proposal)
  await made.write('PATCH', `/signals/${id}`, { severity: 'low' })
  const rejected = await made.manager.post(editOf(proposal), fields)
  expect(rejected.status).toBe(409)
  expect(rejected.body).toMatch(/id="error-severity"[^>]*>.* changed this to “Low” after you opened the form/)
  expect(textOf(rejected)).toContain('Field When proposed Proposed Now Severity Medium High Low')
  expect((await stored(`/signals/${id}`)).signal.severity).toBe('low')
  expect(await made.manager.post(editOf(proposal), formFields(rejected))).toMatchObject({ status: 303 })
  expect((await stored(`/signals/${id}`)).signal.severity).toBe('high')
})

it('is 422 if nothing of the proposal is left', async () => {
  const { id } = await makeSignal(made.world, signal)
  const proposal = await made.propose('PATCH', `/signals/${id}`, { severity: 'high' })
  const fields = await fieldsOf(proposal)
  const { status, body } = await made.manager.post(editOf(proposal), { ...fields, severity: 'medium' })
  expect(status).toBe(422)
  expect(body).toContain('Nothing would change. Reject the proposal instead.')
})

it('keeps what the form has no control for', async () => {
  const decision = { product_slug: 'run', decision_type: 'scale', decision: 'We grow it.', owner: 'Maria' }
  const id = await made.propose('POST', '/decisions', {
    ...decision,
    title: 'Scale Run',
    review_at: '2027-06-01',
    tasks: [{ title: 'First step' }],
  })
  const fields = await fieldsOf(id)
  expect(await made.manager.post(editOf(id), { ...fields, owner: 'Ivan' })).toMatchObject({ status: 303 })
  const { result } = await made.read(id)
  expect((await stored(`/decisions/${result.id}`)).decision).toMatchObject({
    owner: 'Ivan',
    tasks: [{ title: 'First step' }],
  })
})

it('has the form of a retraction, and none for a batch or a write without input', async () => {
  const { id } = await makeInsight(made.world, { product_slug: 'run' })
  const retraction = await made.propose('POST', `/insights/${id}/retract`, { reason: 'Wrong.' })
  expect(textOf(await made.manager.get(`/admin/proposals/${retraction}`))).toContain('Retraction of insight')
  const fields = await fieldsOf(retraction)
  expect(fields.reason).toBe('Wrong.')
  expect(
    await made.manager.post(editOf(retraction), { ...fields, reason: 'Of another product.' }),
  ).toMatchObject({
    status: 303,
  })
  expect((await stored(`/insights/${id}`)).insight.retraction).toBe('Of another product.')
  const restoration = await made.send('DELETE', `/insights/${id}/retract`)
  const batch = await made.propose('POST', '/batch', {
    operations: [{ operation: 'create_task', body: { product_slug: 'run', title: 'One' } }],
  })
  for (const proposal of [restoration.body.proposal.id, batch]) {
    expect((await made.manager.get(`/admin/proposals/${proposal}`)).body).not.toContain('Edit and approve')
    expect((await made.manager.get(editOf(proposal))).status).toBe(404)
  }
})
