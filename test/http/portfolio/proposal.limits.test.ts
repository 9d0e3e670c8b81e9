import { beforeAll, expect, it } from 'vitest'
import { callTool, toolDependencies } from '../../mcp/call-tool.ts'
import { signIn } from '../../support/admin.ts'
import { copyNewest, makeProduct, makeSignal, makeToken, root, sql } from '../../support/makers.ts'
import { makePerson } from '../../support/people.ts'
import { settled } from '../../support/settled.ts'
import { makeWorld, type World } from '../../support/world.ts'

let world: World
let token: Awaited<ReturnType<typeof makeToken>>
beforeAll(async () => {
  world = await makeWorld()
  await makeProduct(world, { name: 'Run', direction_slug: 'fitness' })
  token = await makeToken(world, ['read', 'propose'])
})

const send = (method: string, path: string, body?: object) =>
  world.send(method, root + path, body, token.headers)
const signal = { product_slug: 'run', signal_type: 'problem' }

it('lists proposals without what was sent, and with the number of conflicts', async () => {
  const { id } = await makeSignal(world, { ...signal, title: 'Stored' })
  const change = { severity: 'high', body: 'Sent text.', recommended_action: 'Sent action.' }
  const { body: proposed } = await send('PATCH', `/signals/${id}`, change)
  await world.send('PATCH', `${root}/signals/${id}`, { severity: 'low', body: 'Other.' })
  const { body } = await send('GET', '/proposals')
  const [listed] = body.proposals
  expect(listed).toMatchObject({ id: proposed.proposal.id, target: { kind: 'signal', id }, conflicts: 2 })
  for (const field of ['body', 'changes', 'preview']) expect(listed).not.toHaveProperty(field)
  const { text } = await callTool(toolDependencies(world), 'list_proposals', {})
  expect(text).toContain('"conflicts":2')
  const admin = await signIn(world, await makePerson(world, 'admin'))
  const pages = [await admin.get('/admin/proposals'), await admin.get('/admin/my-day')]
  for (const shown of [JSON.stringify(body), text, ...pages.map((page) => page.body)]) {
    expect(shown).toContain('Stored')
    expect(shown).not.toMatch(/Sent (text|action)/)
  }
  const { proposal } = (await send('GET', `/proposals/${proposed.proposal.id}`)).body
  expect(proposal).toMatchObject({ body: change, preview: { signal: { severity: 'high' } } })
  expect(proposal.conflicts).toEqual([
    { field: 'body', base: null, proposed: 'Sent text.', now: 'Other.' },
    { field: 'severity', base: 'medium', proposed: 'high', now: 'low' },
  ])
})

it('counts a sent field as changed by others although it had the sent value', async () => {
  const { id } = await makeSignal(world, { ...signal, title: 'Kept' })
  const { body } = await send('PATCH', `/signals/${id}`, { severity: 'medium', title: 'Renamed' })
  const read = async () => (await send('GET', `/proposals/${body.proposal.id}`)).body.proposal
  expect((await read()).conflicts).toEqual([])
  expect(Object.keys((await read()).changes)).toEqual(['title'])
  await world.send('PATCH', `${root}/signals/${id}`, { severity: 'critical' })
  const conflicts = [{ field: 'severity', base: 'medium', proposed: 'medium', now: 'critical' }]
  expect((await read()).conflicts).toEqual(conflicts)
  const admin = await signIn(world, await makePerson(world, 'admin'))
  const page = `/admin/proposals/${body.proposal.id}`
  await admin.get(page)
  expect((await admin.post(`${page}/approve`)).status).toBe(409)
  expect((await read()).status).toBe('pending')
})

it('rejects a proposal with which the bodies of its token would exceed 8 MiB', async () => {
  const large = await makeToken(world, ['propose'])
  const rule = (index: number, length = 49_000) => ({
    operation: 'create_canon_rule',
    body: { title: `Rule ${index}`, rule_type: 'freeze-policy', body: 'ж'.repeat(length) },
  })
  const batch = (first: number, count = 10, query = '') =>
    world.send(
      'POST',
      `${root}/batch${query}`,
      { operations: Array.from({ length: count }, (_, index) => rule(first + index)) },
      large.headers,
    )
  expect((await batch(0)).status).toBe(202)
  await copyNewest(world, 'proposals', 7, { digest: 'n::text' })
  expect(await batch(80)).toMatchObject({
    status: 409,
    body: { code: 'too_many_proposals', message: expect.stringContaining('8 MiB') },
  })
  expect((await batch(80, 10, '?dry_run=1')).body.code).toBe('too_many_proposals')
  expect((await batch(0)).body.repeated).toBe(true)
  expect((await batch(0, 10, '?dry_run=1')).body.would).toBe('propose')
  const small = { ...signal, title: 'Small' }
  const another = await world.send('POST', `${root}/signals`, small, large.headers)
  expect(another.status).toBe(202)
  const { body } = await send('GET', '/proposals?limit=200')
  expect(JSON.stringify(body).length).toBeLessThan(100_000)
  const [last] = body.proposals
  const withdrawn = await world.send(
    'POST',
    `${root}/proposals/${last.id}/withdraw`,
    undefined,
    large.headers,
  )
  expect(withdrawn.status).toBe(200)
})

it('names a canon rule as canon-rule, and finds it by its kind, in a batch too', async () => {
  const started = new Date(Date.now() - 1).toISOString()
  const own = await makeToken(world, ['read', 'propose'])
  const send = (method: string, path: string, body?: object) =>
    world.send(method, root + path, body, own.headers)
  const { rule } = (
    await world.send('POST', `${root}/canon-rules`, {
      title: 'Freeze',
      rule_type: 'freeze-policy',
      body: 'Text.',
    })
  ).body
  await sql(world, `update canon_rules set approved_by = created_by where id = ${rule.id}`)
  const change = (await send('PATCH', `/canon-rules/${rule.id}?reason=Too strict`, { body: 'Other text.' }))
    .body.proposal.id
  const decision = {
    ...signal,
    signal_type: undefined,
    title: 'Scale',
    decision_type: 'scale',
    owner: 'Anna',
    decision: 'Grow.',
    review_at: '2099-01-01',
    tasks: [{ title: 'Nested' }],
  }
  const operations = [
    { operation: 'change_canon_rule', key: rule.id, body: { body: 'Third text.' } },
    { operation: 'record_decision', body: decision },
  ]
  const batch = (await send('POST', '/batch', { operations })).body.proposal.id
  const idsOf = async (kind: string) =>
    (await send('GET', `/proposals?mine=1&kind=${kind}`)).body.proposals.map(({ id }: { id: number }) => id)
  for (const kind of ['canon-rule', 'canon_rule']) expect(await idsOf(kind)).toEqual([batch, change])
  expect(await idsOf('decision')).toEqual([batch])
  expect(await idsOf('task')).toEqual([batch])
  const read = async () => (await send('GET', `/proposals/${change}`)).body.proposal
  expect(await read()).toMatchObject({ kind: 'canon-rule', target: { kind: 'canon-rule', id: rule.id } })
  const admin = await signIn(world, await makePerson(world, 'admin'))
  await admin.get(`/admin/proposals/${change}`)
  await admin.post(`/admin/proposals/${change}/approve`)
  expect((await read()).result).toMatchObject({ kind: 'canon-rule', id: rule.id })
  await settled(world)
  const { changes } = (await send('GET', `/changes?limit=200&after=${started}`)).body
  const applied = changes.filter(({ event }: { event: string }) => event === 'applied')
  expect(applied).toMatchObject([
    { entity: 'proposal', id: change, result: { kind: 'canon-rule', id: rule.id }, reason: 'Too strict' },
  ])
  expect(changes.filter(({ reason }: { reason: unknown }) => reason)).toMatchObject([
    { entity: 'proposal', event: 'proposed' },
    { entity: 'canon_rule', event: 'updated', reason: 'Too strict' },
    { entity: 'proposal', event: 'applied' },
  ])
})
