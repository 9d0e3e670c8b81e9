import { beforeAll, expect, it } from 'vitest'
import { makeGuardedWorld } from '../../../../support/guarded-world.ts'
import { makeInsight, makeSignal, makeTask, sql } from '../../../../support/makers.ts'
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

const page = (id: number) => made.manager.get(`/admin/proposals/${id}`)

it('shows a new record with names in place of ids, evidence, reason, and what is like it', async () => {
  const insight = await makeInsight(made.world, { product_slug: 'run', title: 'Rank fell' })
  await makeSignal(made.world, { ...signal, title: 'The app crashes on start' })
  await makeTask(made.world, { product_slug: 'run', title: 'Fix the crashes on start' })
  const { body } = await made.send('POST', '/tasks?reason=Seen in the store', {
    product_slug: 'run',
    title: 'Fix the crashes on start',
    due_at: '2020-01-01',
    evidence: [{ type: 'insight', id: insight.id }],
  })
  const shown = await page(body.proposal.id)
  const text = textOf(shown)
  expect(text).toContain('New task: Fix the crashes on start')
  expect(text).toContain('Reason Seen in the store')
  expect(text).toContain('Evidence Insight Rank fell')
  expect(shown.body).toMatch(
    /<th scope="row">Product<\/th>\s*<td class="text"><a href="\/admin\/products\/\d+">Run</,
  )
  expect(text).toMatch(/Similar records Fix the crashes on start Task, \d+ % alike/)
  expect(text).toContain('The due on 1 Jan 2020 is in the past.')
  expect(text).toMatch(/Proposed by agent \d+ \(agent token\)/)
  expect(text).toMatch(/Expires in 6 days/)
})

it('links to another proposal of the same fact', async () => {
  const [first, second] = [
    await made.propose('POST', '/signals', { ...signal, title: 'The widget drains the battery' }),
    await made.propose('POST', '/signals', { ...signal, title: 'Widget drains the battery' }),
  ]
  const { body } = await page(second)
  expect(body).toContain(`<a href="/admin/proposals/${first}">The widget drains the battery</a>`)
  expect(textOf({ body })).toMatch(/The widget drains the battery Proposal, \d+ % alike Proposed/)
})

it('shows each changed field now and proposed', async () => {
  const { id } = await makeSignal(made.world, { ...signal, title: 'Ads flicker' })
  const proposal = await made.propose('PATCH', `/signals/${id}`, { severity: 'high', body: 'Since 5.2.' })
  expect(textOf(await page(proposal))).toContain('Field Now Proposed Severity Medium High Body – Since 5.2.')
})

it('shows each operation of a batch', async () => {
  const { id } = await makeSignal(made.world, { ...signal, title: 'Old title' })
  const proposal = await made.propose('POST', '/batch', {
    operations: [
      { operation: 'create_product', ref: 'swim', body: { name: 'Swim', direction_slug: 'fitness' } },
      { operation: 'record_signal', body: { ...signal, product_slug: 'ref:swim', title: 'Demand grows' } },
      { operation: 'change_signal', key: String(id), body: { severity: 'high' } },
      { operation: 'change_signal', key: String(id), body: { severity: 'critical' } },
    ],
  })
  const text = textOf(await page(proposal))
  expect(text).toContain('1. New product: Swim Field Proposed Name Swim')
  expect(text).toMatch(/2\. New signal: Demand grows .* Product Swim/)
  expect(text).toContain('3. Change of signal: Old title Field Now Proposed Severity Medium High')
  expect(text).toContain('4. Change of signal: Old title Field Now Proposed Severity Medium Critical')
  expect(text).not.toContain('Stale')
})

it('says that the token is revoked', async () => {
  const id = await made.propose('POST', '/signals', { ...signal, title: 'Of a token' })
  await sql(made.world, `update tokens set revoked_at = now() where id = ${made.token.id}`)
  for (const address of [`/admin/proposals/${id}`, '/admin/proposals'])
    expect(textOf(await made.manager.get(address))).toContain('Token revoked')
  await made.manager.get(`/admin/proposals/${id}`)
  expect(await made.manager.post(`/admin/proposals/${id}/approve`)).toMatchObject({ status: 303 })
})

it('links to the rules that caught the write, and is refused by a rule that refuses at the approval', async () => {
  const { world, admin, manager, guardedRule } = await makeGuardedWorld()
  const asks = await guardedRule({ guard_when: "after.severity == 'critical'", guard_effect: 'propose' })
  await manager.get('/admin/signals/new')
  const fields = { direction_slug: 'utilities', title: 'Formed', signal_type: 'risk', severity: 'critical' }
  const { location = '' } = await manager.post('/admin/signals/new', fields)
  const { body } = await admin.get(location)
  expect(textOf({ body })).toContain(`Caught by the canon rule ${asks.title}`)
  expect(body).toContain(`href="/admin/canon-rules/${asks.id}"`)
  expect((await manager.get(location)).body).not.toContain('>Approve<')
  await guardedRule({
    guard_when: "after.severity == 'critical'",
    guard_effect: 'refuse',
    guard_message: 'Never.',
  })
  await admin.get(location)
  const refused = await admin.post(`${location}/approve`)
  expect(refused.status).toBe(422)
  expect(textOf(refused)).toContain('Never.')
  expect(await sql(world, 'select from signals')).toEqual([])
})
