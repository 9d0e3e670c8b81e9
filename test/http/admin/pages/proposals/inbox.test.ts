import { beforeAll, expect, it } from 'vitest'
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
let changed: number
beforeAll(async () => {
  made = await makeProposalsWorld()
  const { id } = await makeSignal(made.world, { ...signal, title: 'Ads flicker' })
  changed = await made.propose('PATCH', `/signals/${id}`, { severity: 'high' })
  await made.propose('POST', '/tasks', { direction_slug: 'utilities', title: 'Answer reviews' })
  await made.write('PATCH', `/signals/${id}`, { severity: 'low' })
  const decided = await made.propose('POST', '/signals', { ...signal, title: 'Known already' })
  await made.send('POST', `/proposals/${decided}/withdraw`)
})

const titles = (body: string) =>
  [...body.matchAll(/<th scope="row"[\s\S]*?title="([^"]+)"/g)].map(([, title]) => title)
const inbox = (query = '') => made.manager.get(`/admin/proposals${query}`)

it('shows the waiting proposals first, the oldest first, with product, kind, token, age and expiry', async () => {
  const page = await inbox()
  expect(titles(page.body)).toEqual(['Ads flicker', 'Answer reviews', 'Known already'])
  expect(textOf(page)).toMatch(
    /Ads flicker Pending Stale Change of signal Risky Severity: Medium → High Run agent \d+ just now in 6 days/,
  )
  expect(textOf(page)).toMatch(/Answer reviews Pending New task – agent \d+ just now in 6 days/)
  expect(textOf(page)).toMatch(/Known already Withdrawn New signal Run/)
})

it('says what each changes of stored records, and which is risky', async () => {
  const page = textOf(await inbox('?kind=signal'))
  expect(page).toMatch(/Ads flicker Pending Stale Change of signal Risky Severity: \S+ → High Run/)
  const product = await made.propose('PATCH', '/products/run', {
    portfolio_status: 'sunset',
    name: 'Runs',
  })
  const risk = await made.propose('PATCH', '/products/run', { risk_summary: 'One store.', name: 'Ran' })
  const rule = await made.propose('POST', '/canon-rules', {
    title: 'A rule',
    body: 'Text',
    rule_type: 'freeze-policy',
  })
  const listed = textOf(await inbox())
  expect(listed).toMatch(/Change of product Risky Status: \S+ → Sunset, Name/)
  expect(listed).toMatch(/Change of product Risky Risk summary, Name/)
  expect(listed).toMatch(/A rule Pending New canon rule Risky/)
  expect(listed).toMatch(/Answer reviews Pending New task –/)
  await sql(made.world, 'delete from proposals where id = any($1)', [product, risk, rule])
})

it('has the filters of the API as controls', async () => {
  const { body } = await inbox()
  for (const name of ['status', 'kind', 'mine', 'product_slug', 'since'])
    expect(body).toMatch(new RegExp(`<(input|select)[^>]* name="${name}"`))
  expect(titles((await inbox('?status=pending')).body)).toEqual(['Ads flicker', 'Answer reviews'])
  expect(titles((await inbox('?kind=task')).body)).toEqual(['Answer reviews'])
  expect(titles((await inbox('?product_slug=run')).body)).toEqual(['Ads flicker', 'Known already'])
  expect(titles((await inbox('?product_slug=Run')).body)).toEqual(['Ads flicker', 'Known already'])
  expect((await inbox('?product_slug=nothing')).status).toBe(422)
  expect(titles((await inbox('?mine=1')).body)).toEqual([])
  expect(titles((await inbox('?since=2999-01-01')).body)).toEqual([])
  expect((await inbox('?since=soon')).status).toBe(422)
  expect(titles((await inbox('?per_page=1&page=2')).body)).toEqual(['Answer reviews'])
})

it('counts the waiting ones in the navigation and on the dashboard', async () => {
  const { body } = await made.manager.get('/admin')
  expect(textOf({ body: `<main${body.slice(body.indexOf('aria-label="Sections"'))}` })).toContain(
    'Proposals 2 waiting',
  )
  expect(textOf({ body })).toContain('Proposals waiting 2')
  expect(body).toContain('href="/admin/proposals?status=pending"')
})

it('is linked from the page of the record that a proposal would change', async () => {
  const [{ id }] = (await sql(made.world, "select id from signals where title = 'Ads flicker'")) as [
    { id: number },
  ]
  const page = await made.manager.get(`/admin/signals/${id}`)
  expect(textOf(page)).toMatch(/A proposal waits for a decision on this record: change by agent/)
  expect(page.body).toContain(`href="/admin/proposals/${changed}"`)
})

it('has no tick box for those that the person may not decide on', async () => {
  const { id } = await makeRule(made.world)
  await sql(made.world, `update canon_rules set approved_by = created_by where id = ${id}`)
  const proposal = await made.propose('PATCH', `/canon-rules/${id}`, { body: 'Another text.' })
  const tick = `name="ids" value="${proposal}"`
  expect((await inbox()).body).not.toContain(tick)
  expect((await made.admin.get('/admin/proposals')).body).toContain(tick)
  const inactive = await signIn(made.world, await makePerson(made.world, 'manager', { status: 'inactive' }))
  expect((await inactive.get('/admin/proposals')).body).not.toContain('name="ids"')
})
