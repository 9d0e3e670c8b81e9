import { beforeAll, expect, it } from 'vitest'
import { formFields } from '../../../support/admin.ts'
import { makeGuardedWorld } from '../../../support/guarded-world.ts'
import { makeProduct } from '../../../support/makers.ts'

let made: Awaited<ReturnType<typeof makeGuardedWorld>>
let rule: { id: number; title: string }
beforeAll(async () => {
  made = await makeGuardedWorld()
  const guard_when = `after.severity == 'critical' || 'is_favorite' in write.fields || after.retraction != null`
  rule = await made.guardedRule({ guard_when, guard_effect: 'propose' })
})

const fields = { direction_slug: 'utilities', title: 'Formed', signal_type: 'risk' }
const proposalPage = expect.stringMatching(/^\/admin\/proposals\/\d+$/)
const latestProposal = async () => {
  const { proposals } = (await made.send('GET', '/proposals')).body
  return (await made.send('GET', `/proposals/${proposals[0].id}`)).body.proposal
}

it('stores the creation of a manager as a proposal, and leads there', async () => {
  const { manager, send } = made
  await manager.get('/admin/signals/new')
  const created = await manager.post('/admin/signals/new', { ...fields, severity: 'critical' })
  expect(created).toMatchObject({ status: 303, location: proposalPage })
  expect((await send('GET', '/signals?q=Formed')).body.signals).toEqual([])
  expect(await latestProposal()).toMatchObject({
    operation: 'record_signal',
    status: 'pending',
    rules: [{ id: rule.id, title: rule.title }],
    proposed_by: { type: 'user' },
    changes: { title: { from: null, to: 'Formed' } },
  })
})

it('asks no person for changes, who could not send the proposal again', async () => {
  const { manager, admin } = made
  await manager.get('/admin/signals/new')
  const form = { ...fields, title: 'By a person', severity: 'critical' }
  const page = (await manager.post('/admin/signals/new', form)).location ?? ''
  const { body } = await admin.get(page)
  expect(body).toContain('>Reject</h2>')
  expect(body).not.toMatch(/ask for changes/i)
  const asked = await admin.post(`${page}/ask`, { note: 'Lower the severity' })
  expect(asked.status).toBe(409)
  expect(asked.body).toContain('Reject it with a note, or edit and approve it.')
  expect(asked.body).toContain('Lower the severity')
  expect(await latestProposal()).toMatchObject({ body: { title: 'By a person' }, status: 'pending' })
})

it('stores the change of a manager as a proposal', async () => {
  const { manager, send, post } = made
  const { signal } = (await post('/signals', fields)).body
  for (const address of [`/admin/signals/${signal.id}/edit`, `/admin/signals/${signal.id}/edit/severity`]) {
    const form = formFields(await manager.get(address))
    expect(await manager.post(address, { ...form, severity: 'critical' })).toMatchObject({
      status: 303,
      location: proposalPage,
    })
  }
  expect(await latestProposal()).toMatchObject({
    operation: 'change_signal',
    path: `/api/portfolio/signals/${signal.id}`,
    target: { id: signal.id },
    body: { severity: 'critical' },
  })
  expect((await send('GET', `/signals/${signal.id}`)).body.signal.severity).toBe('medium')
})

it('stores the star as a proposal', async () => {
  const { manager } = made
  const { id } = await makeProduct(made.world)
  await manager.get(`/admin/products/${id}`)
  const star = `/admin/products/${id}/favorite`
  const { status, headers } = await manager.post(star, { is_favorite: '1' }, { 'hx-request': 'true' })
  expect({ status, to: headers['hx-redirect'] }).toEqual({ status: 204, to: proposalPage })
  expect(await latestProposal()).toMatchObject({ operation: 'change_product', body: { is_favorite: true } })
})
