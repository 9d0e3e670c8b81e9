import { beforeAll, describe, expect, it } from 'vitest'
import { formFields } from '../../../support/admin.ts'
import { type AdminWorld, makeAdminWorld } from '../../../support/admin-world.ts'
import { root } from '../../../support/makers.ts'

let world: AdminWorld
beforeAll(async () => {
  world = await makeAdminWorld()
})

const mark = '<span class="badge bad">Retracted</span>'
const reason = 'The figures are <b>those</b> of another product.'

describe.each(['insights', 'economics'])('%s', (collection) => {
  const retractedAddress = () => `/admin/${collection}/${world.made[collection]?.[0]}`
  const list = (query = '') => world.manager.get(`/admin/${collection}${query}`)

  it('are retracted with a reason, marked, left out of lists, and restored', async () => {
    const address = retractedAddress()
    const { body: question } = await world.manager.get(`${address}/retract`)
    expect(question).toContain('<label for="field-reason">Reason')
    expect((await world.manager.get(address)).body).not.toContain(mark)
    for (const invalid of ['', 'x'.repeat(1001)]) {
      const { status, body } = await world.manager.post(`${address}/retract`, { reason: invalid })
      expect(status).toBe(422)
      expect(body).toContain('id="error-reason"')
    }
    const { status, location } = await world.manager.post(`${address}/retract`, { reason })
    expect({ status, location }).toEqual({ status: 303, location: address })

    const { body: page } = await world.manager.get(address)
    expect(page).toContain(mark)
    expect(page).toContain('The figures are &lt;b>those&lt;/b> of another product.')
    expect(page).not.toContain(`href="${address}/retract"`)
    expect((await list()).body).not.toContain(`href="${address}"`)
    const { body: all } = await list('?include_retracted=1')
    expect(all).toContain(`href="${address}"`)
    expect(all.split(mark)).toHaveLength(2)
    expect((await world.manager.get(`/admin/${collection}.csv`)).body.split('\r\n')).toHaveLength(4)
    expect((await world.manager.post(`${address}/retract`, { reason })).status).toBe(409)

    expect((await world.manager.get(address)).body).toContain(`action="${address}/restore"`)
    expect((await world.manager.post(`${address}/restore`)).location).toBe(address)
    const { body: restored } = await world.manager.get(address)
    expect(restored).not.toContain(mark)
    expect(restored).toContain('<strong>Restored</strong>')
    expect((await list()).body).toContain(`href="${address}"`)
  })

  it('are not retracted by a manager who is inactive', async () => {
    const address = retractedAddress()
    expect((await world.inactive.get(address)).body).not.toContain(`${address}/retract"`)
    expect((await world.inactive.get(`${address}/retract`)).status).toBe(403)
    for (const path of ['retract', 'restore'])
      expect((await world.inactive.post(`${address}/${path}`, { reason })).status, path).toBe(403)
  })

  it('offer the retracted ones in the filter, which leaves them out unless it is set', async () => {
    const { body } = await list()
    const [select = ''] = /<select id="filter-include_retracted"[\s\S]*?<\/select>/.exec(body) ?? []
    expect(select).toMatch(/<option value>No<\/option>\s*<option value="1">Yes<\/option>/)
    expect(select).not.toContain('Any')
  })
})

it('leaves a retracted insight out of its product and of the search, and marks it as evidence', async () => {
  const { body } = await world.send('POST', `${root}/insights`, {
    product_slug: 'gamma',
    title: 'Chartreuse buttons convert',
    body: 'Measured.',
  })
  const { id } = body.insight
  const address = `/admin/insights/${id}`
  const decision = `/admin/decisions/${world.made.decisions?.[0]}`
  const form = formFields(await world.admin.get(`${decision}/edit`))
  await world.admin.post(`${decision}/edit`, { ...form, evidence: `insight ${id}` })
  const product = `/admin/products/${world.made.products?.[2]}`
  const places = [product, '/admin/search?q=chartreuse']
  for (const place of places)
    expect((await world.admin.get(place)).body, place).toContain(`href="${address}"`)
  expect((await world.admin.get(decision)).body).not.toContain(mark)

  expect((await world.admin.confirm(`${address}/retract`, { reason })).status).toBe(303)
  for (const place of places)
    expect((await world.admin.get(place)).body, place).not.toContain(`href="${address}"`)
  expect((await world.admin.get(decision)).body).toMatch(
    new RegExp(`href="${address}">[^<]*</a>[\\s\\S]{0,200}${mark}`),
  )
  // The mark is no part of the form, so the record can be saved.
  const again = formFields(await world.admin.get(`${decision}/edit`))
  expect(again.evidence).toMatch(new RegExp(`\\(insight ${id}\\)$`))
  expect((await world.admin.post(`${decision}/edit`, { ...again, title: 'Changed' })).location).toBe(decision)
})
