import { beforeAll, beforeEach, expect, it } from 'vitest'
import { formFields } from '../../support/admin.ts'
import { uploadCsv } from '../../support/csv-upload.ts'
import { makeGuardedWorld } from '../../support/guarded-world.ts'
import { makeProduct, makeSignal, makeTask, makeToken, sql } from '../../support/makers.ts'

let made: Awaited<ReturnType<typeof makeGuardedWorld>>
let { world, admin, send, post, guardedRule } = {} as typeof made
beforeAll(async () => {
  made = await makeGuardedWorld()
  ;({ world, admin, send, post, guardedRule } = made)
})
beforeEach(() => made.archiveRules())

/** The fields of the newest entries of these kinds, sorted, in the order in which the entries were written. */
async function sent(count: number, ...kinds: string[]): Promise<unknown[]> {
  const rows = await sql(
    world,
    'select fields from history where record_type = any($1) order by id desc limit $2',
    kinds,
    count,
  )
  return rows.map(({ fields }) => (fields as string[]).sort()).reverse()
}

/** The expression that a write sent exactly these fields. */
const exactly = (names: string[]) =>
  [`size(write.fields) == ${names.length}`, ...names.map((name) => `'${name}' in write.fields`)].join(' && ')

const decision = {
  title: 'Decide',
  decision_type: 'scale',
  owner: 'Anna',
  decision: 'Grow.',
  review_at: '2099-01-01',
}

it('has the keys of the body, by the name under which a place was sent, and of each nested task its own', async () => {
  const product = await makeProduct(world)
  const task = { title: 'Do', due_at: null }
  const body = { ...decision, product_slug: product.slug, tasks: [task] }
  await guardedRule({
    guard_when: `write.kind == 'decision' && ${exactly(Object.keys(body))}`,
    guard_effect: 'warn',
  })
  await guardedRule({
    guard_when: `write.kind == 'task' && ${exactly(['title', 'due_at'])}`,
    guard_effect: 'warn',
  })
  const stored = await post('/decisions', body)
  expect(stored.body.warnings).toHaveLength(2)
  expect(await sent(2, 'decision', 'task')).toEqual([Object.keys(body).sort(), ['due_at', 'title']])
  await post('/decisions', { ...decision, product_id: product.id })
  expect(await sent(1, 'decision')).toEqual([[...Object.keys(decision), 'product_id'].sort()])
})

it('has a field that was sent with its stored value, and not one that follows from another', async () => {
  const signal = await makeSignal(world, { title: 'Same' })
  await guardedRule({
    guard_when: `write.kind == 'signal' && ${exactly(['title', 'status'])}`,
    guard_effect: 'warn',
  })
  const { body } = await send('PATCH', `/signals/${signal.id}`, { title: 'Same', status: 'resolved' })
  expect(body.signal.resolved_at).not.toBeNull()
  expect(body.warnings).toHaveLength(1)
  expect(await sent(1, 'signal')).toEqual([['status', 'title']])
})

it('is empty for a task that opens because its blocker is done', async () => {
  const blocker = await makeTask(world)
  await makeTask(world, { blocked_by: blocker.id })
  await send('PATCH', `/tasks/${blocker.id}`, { status: 'done' })
  expect(await sent(2, 'task')).toEqual([['status'], []])
})

it('has the reason of a retraction, and nothing when it is taken back', async () => {
  const { insight } = (await post('/insights', { direction_slug: 'utilities', title: 'A', body: 'B.' })).body
  await post(`/insights/${insight.id}/retract`, { reason: 'Wrong.' })
  await send('DELETE', `/insights/${insight.id}/retract`)
  expect(await sent(3, 'insight')).toEqual([['body', 'direction_slug', 'title'], ['reason'], []])
})

it('has the fields that a form of the web interface sets or changes, and the star', async () => {
  await admin.get('/admin/products/new')
  const empty = formFields(await admin.get('/admin/products/new'))
  const form = { ...empty, name: 'By form', direction_slug: 'utilities', product_focus: 'scale' }
  expect((await admin.post('/admin/products/new', form)).status).toBe(303)
  expect((await sent(1, 'product'))[0]).toHaveLength(3)
  const [{ id } = {}] = await sql(world, `select id::int from products where name = 'By form'`)
  const edit = `/admin/products/${id}/edit`
  await admin.post(edit, { ...formFields(await admin.get(edit)), summary: 'Short.' })
  await admin.post(`/admin/products/${id}/favorite`, { is_favorite: '1' })
  expect(await sent(2, 'product')).toEqual([['summary'], ['is_favorite']])
  const [last] = await sql(world, 'select max(id)::int as id from history')
  await admin.confirm(`/admin/activity/${last?.id}/revert`)
  expect(await sent(1, 'product')).toEqual([['is_favorite']])
})

it('has the columns that an import maps to fields', async () => {
  const file = ['name,direction_slug,summary', 'Imported,utilities,Short.'].join('\n')
  const { action } = await uploadCsv(world, admin, 'products', file)
  await admin.post(action)
  expect(await sent(1, 'product')).toEqual([['direction_slug', 'name', 'summary']])
})

it('has the keys of a proposal when it is approved', async () => {
  const { headers } = await makeToken(world, ['read', 'propose'])
  const body = { direction_slug: 'utilities', title: 'Proposed', signal_type: 'risk', body: null }
  const { proposal } = (await send('POST', '/signals', body, headers)).body
  await admin.get(`/admin/proposals/${proposal.id}`)
  expect((await admin.post(`/admin/proposals/${proposal.id}/approve`)).status).toBe(303)
  expect(await sent(1, 'signal')).toEqual([Object.keys(body).sort()])
})

it('is kept for writes that pass the gate alone', async () => {
  const task = await makeTask(world)
  await send('POST', `/tasks/${task.id}/claim`, {}, (await makeToken(world)).headers)
  const kept = `record_type in ('product', 'signal', 'insight', 'decision', 'task', 'canon_rule') and event <> 'claimed'`
  const [count] = await sql(
    world,
    `select count(*)::int as entries, count(*) filter (where (fields is not null) = (${kept}))::int as right
     from history`,
  )
  expect(count?.right).toBe(count?.entries)
  expect(await sql(world, `select 1 from history where event = 'claimed'`)).toHaveLength(1)
})
