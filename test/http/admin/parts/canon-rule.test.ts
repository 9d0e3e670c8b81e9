import { beforeAll, expect, it } from 'vitest'
import { type AdminWorld, makeAdminWorld } from '../../../support/admin-world.ts'
import { makeRule, root, sql } from '../../../support/makers.ts'

let world: AdminWorld
let rule: string
beforeAll(async () => {
  world = await makeAdminWorld()
  const product_slug = 'gamma'
  const { id } = await makeRule(world, { title: 'Chartreuse policy', product_slug })
  rule = `/admin/canon-rules/${id}`
})

const mark = '<span class="badge warn">Not approved</span>'
const inForce = '<span class="badge good">Active</span>'
const fields = { title: 'Chartreuse policy', rule_type: 'freeze-policy', body: 'Freeze.' }

/** Returns what each page says about the rule. */
async function shown(): Promise<Record<string, string>> {
  const product = `/admin/products/${world.made.products?.[2]}`
  const pages = { list: '/admin/canon-rules', product, search: '/admin/search?q=chartreuse' }
  const entries = Object.entries(pages).map(async ([name, path]) => {
    const { body } = await world.admin.get(path)
    const row = body.split(/<(?:tr|li)>/).find((part) => part.includes(`href="${rule}"`)) ?? ''
    return [name, row.replace(/<\/(tr|li)>[\s\S]*/, '')]
  })
  const { body: page } = await world.admin.get(rule)
  return {
    ...Object.fromEntries(await Promise.all(entries)),
    page: /<main[\s\S]*?class="signature"/.exec(page)?.[0] ?? '',
  }
}

it('shows a rule that no admin approved as not approved on every page, until an admin approves it', async () => {
  for (const [place, text] of Object.entries(await shown())) {
    expect(text, place).toContain(mark)
    expect(text, place).not.toContain(inForce)
  }
  expect((await world.admin.get(rule)).body).toContain('This rule is not in force.')
  await world.admin.post(`${rule}/approve`)
  for (const [place, text] of Object.entries(await shown())) expect(text, place).not.toContain(mark)
  expect((await world.admin.get(rule)).body).toContain(inForce)
})

it('shows the status of a rule that is not active in the search', async () => {
  const { location = '' } = await world.admin.post('/admin/canon-rules/new', {
    ...fields,
    title: 'Vermilion policy',
    status: 'superseded',
  })
  const { body } = await world.admin.get('/admin/search?q=vermilion')
  expect(body).toMatch(new RegExp(`href="${location}">[\\s\\S]{0,100}<span class="badge ">Superseded</span>`))
  expect(body).not.toContain(mark)
})

it('lets only an admin withdraw an approval, after a confirmation, with history', async () => {
  const { location = '' } = await world.admin.post('/admin/canon-rules/new', fields)
  const withdraw = `${location}/withdraw-approval`
  expect((await world.manager.get(location)).body).not.toContain('Withdraw approval')
  expect((await world.manager.get(withdraw)).status).toBe(403)
  expect((await world.manager.post(withdraw)).status).toBe(403)
  expect((await world.admin.get(location)).body).toContain(`href="${withdraw}">Withdraw approval</a>`)
  expect((await world.admin.get(withdraw)).body).toContain(
    '<button class="danger">Withdraw approval</button>',
  )
  expect((await world.admin.post(withdraw)).location).toBe(location)
  const { body } = await world.admin.get(location)
  expect(body).toContain(mark)
  expect(body).toContain('<strong>Approval withdrawn</strong>')
  expect(body).not.toContain(`href="${withdraw}"`)
  expect((await world.admin.post(withdraw)).status).toBe(409)

  const id = Number(location.split('/').at(-1))
  const [entry] = await sql(
    world,
    `select event, actor->>'name' as name, changes->'approved_by'->'to' as after, surface from history
      where record_type = 'canon_rule' and record_id = $1 order by id desc limit 1`,
    id,
  )
  expect(entry).toEqual({
    event: 'approval_withdrawn',
    name: world.people.admin.name,
    after: null,
    surface: 'admin',
  })
  const { body: feed } = await world.send('GET', `${root}/changes?entity=canon_rule`)
  expect(feed.changes).toContainEqual(expect.objectContaining({ id, event: 'approval_withdrawn' }))
  const { body: rules } = await world.send('GET', `${root}/canon-rules`)
  expect(rules.rules).toContainEqual(expect.objectContaining({ id, trusted: false }))
})
