import { beforeAll, expect, it } from 'vitest'
import type { AdminPage } from '../../../support/admin.ts'
import { applyForm } from '../../../support/bulk.ts'
import { uploadCsv } from '../../../support/csv-upload.ts'
import { makeGuardedWorld } from '../../../support/guarded-world.ts'
import {
  makeApp,
  makeInsight,
  makeProduct,
  makeRule,
  makeSignal,
  root,
  sql,
} from '../../../support/makers.ts'

let made: Awaited<ReturnType<typeof makeGuardedWorld>>
let address: string
beforeAll(async () => {
  made = await makeGuardedWorld()
  address = `/admin/canon-rules/${(await makeRule(made.world)).id}/guard`
})

const text = ({ body }: AdminPage) =>
  body
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('&#39;', "'")
    .replaceAll(/\s+/g, ' ')
const test = async (guard_when: string, guard_effect = 'warn', at = address) => {
  await made.admin.get(at)
  return made.admin.post(at, { guard_when, guard_effect, test: '1' })
}
/** The part of a page between two headings. */
const between = (page: AdminPage, from: string, to: string) =>
  new RegExp(`id="${from}">([\\s\\S]*?)(id="${to}"|$)`).exec(page.body)?.[1] ?? ''
const counted = (page: AdminPage, label: string) =>
  Number(
    new RegExp(`<span class="label">${label}</span>\\s*<span class="value[^"]*">([\\d,]+)`).exec(
      page.body,
    )?.[1],
  )

it('counts the writes that meet the condition by effect, kind and actor, and lists them apart if they were undone', async () => {
  const kept = await makeSignal(made.world, { title: 'Kept', severity: 'critical' })
  const mistaken = await makeSignal(made.world, { title: 'Mistaken', severity: 'critical' })
  await makeSignal(made.world, { title: 'Small', severity: 'low' })
  await made.admin.get(`/admin/signals/${mistaken.id}/edit`)
  await made.admin.post(`/admin/signals/${mistaken.id}/edit`, { status: 'dismissed' })
  const insight = await makeInsight(made.world, { title: 'Untrue' })
  await made.send('POST', `/insights/${insight.id}/retract`, { reason: 'Untrue.' })
  const page = await test(
    `write.action == 'create' && (after.severity == 'critical' || write.kind == 'insight')`,
    'refuse',
  )
  expect(page.status).toBe(200)
  expect(text(page)).toContain(
    'Of 7 writes of the last 90 days, 3 would have been refused; 2 of them were undone later anyway.',
  )
  expect(counted(page, 'Met')).toBe(3)
  expect(counted(page, 'Met and undone since')).toBe(2)
  expect(text(page)).toContain('Effect: refuse 3 2')
  expect(text(page)).toContain('Kind: signal 2 1')
  expect(text(page)).toContain('Kind: insight 1 1')
  expect(text(page)).toMatch(/By env:1[^0-9]* 3 2/)
  expect(between(page, 'spared', 'kept')).toContain(`href="/admin/signals/${mistaken.id}"`)
  expect(between(page, 'spared', 'kept')).toContain('Untrue')
  expect(between(page, 'kept', 'stored')).toContain(`href="/admin/signals/${kept.id}"`)
  expect(between(page, 'kept', 'stored')).not.toContain('Mistaken')
})

it('sees values and places as they were before the write, and the day of it', async () => {
  const [first, second] = [
    await makeProduct(made.world, { name: 'First', portfolio_status: 'frozen' }),
    await makeProduct(made.world, { name: 'Second', portfolio_status: 'core' }),
  ]
  const app = await makeApp(made.world, { name: 'Moving', product_slug: first.slug })
  await made.send('PATCH', `/apps/${app.slug}`, { product_slug: second.slug })
  await made.send('PATCH', `/products/${first.slug}`, { portfolio_status: 'core' })
  const whenFrozen = await test(`write.kind == 'app' && product.portfolio_status == 'frozen'`)
  expect(counted(whenFrozen, 'Met')).toBe(1)
  const moved = await test(
    `before != null && before.product_slug == '${first.slug}' && after.product_slug == '${second.slug}'`,
  )
  expect(counted(moved, 'Met')).toBe(1)
  await sql(
    made.world,
    `update history set created_at = created_at - interval '10 days' where record_type = 'app'`,
  )
  const earlier = new Date(Date.now() - 9 * 86_400_000).toISOString().slice(0, 10)
  expect(counted(await test(`today < '${earlier}'`), 'Met')).toBe(2)
})

it('counts apart what cannot be rebuilt, where the condition fails, and what the rule does not cover', async () => {
  const signal = await makeSignal(made.world, { title: 'By hand' })
  await made.send('PATCH', `/signals/${signal.id}`, { title: 'By hand again' })
  await sql(made.world, `update signals set title = 'Changed by SQL' where id = $1`, signal.id)
  const byHand = await test(`write.kind == 'signal' && write.action == 'change' && has(after.title)`)
  expect(text(byHand)).toContain('1 that could not be rebuilt: The record was changed without history since.')
  const failing = await test(`write.kind == 'signal' && write.action == 'create' && after.severity < 3`)
  expect(counted(failing, 'Met')).toBe(0)
  expect(text(failing)).toMatch(
    /\d that? ?on which the condition failed|\d on which the condition failed, which makes a write a proposal: no such overload/,
  )
  await sql(made.world, `update history set fields = null where record_type = 'signal'`)
  const unknown = await test(`write.kind == 'signal' && 'title' in write.fields`)
  expect(counted(unknown, 'Tried')).toBeGreaterThan(0)
  expect(text(unknown)).toMatch(/\d that could not be rebuilt: The fields that were sent were not kept yet\./)
  expect(text(await test(`write.kind == 'signal' && after.title == 'Small'`))).not.toContain('not kept yet')
  const product = await makeProduct(made.world)
  const scoped = await makeRule(made.world, { product_slug: product.slug })
  const page = await test('true', 'warn', `/admin/canon-rules/${scoped.id}/guard`)
  expect(counted(page, 'Met')).toBe(2)
  expect(text(page)).toMatch(/\d+ outside the scope of the rule, not tried\./)
})

it('tries bulk changes, imports, the star and reverts, by the fields that they sent', async () => {
  const { world, admin } = made
  const [first, second] = [await makeSignal(world), await makeSignal(world)]
  await admin.get('/admin/signals')
  const bulk = { ids: [String(first.id), String(second.id)], field: 'severity', value: 'high' }
  const preview = await admin.post('/admin/signals/bulk', bulk)
  const { action, fields } = applyForm(preview)
  expect((await admin.post(action, fields)).status).toBe(303)
  const byPerson = `write.actor == 'person' && write.surface == 'admin' && write.action == 'change'`
  const ofBulk = await test(`${byPerson} && after.severity == 'high' && 'severity' in write.fields`)
  expect(counted(ofBulk, 'Met')).toBe(2)

  const upload = await uploadCsv(world, admin, 'products', 'name,direction_slug\nImported,utilities')
  await admin.post(upload.action)
  const imported = await test(
    `write.action == 'create' && after.name == 'Imported' && size(write.fields) == 2`,
  )
  expect(counted(imported, 'Met')).toBe(1)

  const [{ id } = {}] = await sql(world, `select id::int from products where name = 'Imported'`)
  await admin.get(`/admin/products/${id}`)
  await admin.post(`/admin/products/${id}/favorite`, { is_favorite: '1' })
  const [last] = await sql(world, 'select max(id)::int as id from history')
  await admin.confirm(`/admin/activity/${last?.id}/revert`)
  const star = `${byPerson} && 'is_favorite' in write.fields && size(write.fields) == 1`
  const starred = await test(star)
  expect([counted(starred, 'Met'), counted(starred, 'Met and undone since')]).toEqual([2, 1])
  expect(counted(await test(`${star} && before.is_favorite && !after.is_favorite`), 'Met')).toBe(1)
})

it('lists the newest 50 of both groups, and counts in each those that are older', async () => {
  const mistaken = await makeSignal(made.world, { title: 'Old', severity: 'medium' })
  await made.admin.get(`/admin/signals/${mistaken.id}/edit`)
  await made.admin.post(`/admin/signals/${mistaken.id}/edit`, { status: 'dismissed' })
  for (let number = 1; number <= 51; number++)
    await makeSignal(made.world, { title: `Counted ${number}`, severity: 'medium', body: 'Counted.' })
  const page = await test(
    `write.action == 'create' && after.title.startsWith('Counted') || after.title == 'Old'`,
  )
  expect(text(page)).toContain('The lists show the newest 50 of the ')
  expect(between(page, 'spared', 'kept')).toContain('Undone since: 1<')
  expect(between(page, 'spared', 'kept')).toContain('1 that is older.')
  const kept = between(page, 'kept', 'stored')
  expect(kept.match(/<li id="change-/g)).toHaveLength(50)
  expect(kept).toContain('Counted 51')
  expect(kept).not.toContain('Counted 1<')
})

it('lists of each kind the first 20 stored records that an agent could not create today', async () => {
  for (let number = 1; number <= 21; number++)
    await makeSignal(made.world, { title: `Stored ${number}`, severity: 'high' })
  const page = await test(
    `write.actor == 'agent' && write.surface == 'http' && before == null && write.action == 'create' && after.severity == 'high' && 'direction_slug' in write.fields && !('body' in write.fields)`,
  )
  const stored = between(page, 'stored', 'examples')
  expect(stored).toContain('Signal: the first 20')
  expect(stored).toContain('Stored 21')
  expect(stored).not.toContain('Stored 1<')
  expect(text(await test('false'))).toContain('There are none.')
  expect(text(await test('false'))).toMatch(
    /Of \d+ writes of the last 90 days, none would have been stored with a warning\./,
  )
})

it('changes nothing, is for admins, and says where an expression is wrong', async () => {
  const state = () =>
    sql(
      made.world,
      'select (select count(*) from history) as entries, max(guard_failed_at) as failed, max(guard_when) as guard from canon_rules',
    )
  const before = await state()
  await test('after.severity < 3', 'propose')
  expect(await state()).toEqual(before)
  const bad = await test('after.severity ==')
  expect(bad.status).toBe(422)
  expect(text(bad)).toMatch(/column \d+/)
  await made.manager.get('/admin')
  expect(
    (await made.manager.post(address, { guard_when: 'true', guard_effect: 'warn', test: '1' })).status,
  ).toBe(403)
  const anonymous = await made.world.app.inject({
    method: 'POST',
    url: address,
    headers: { host: 'ops.test', origin: 'http://ops.test' },
  })
  expect(anonymous.statusCode).toBe(303)
  expect((await made.world.send('GET', `${root}/summary`)).status).toBe(200)
})
