import { beforeAll, describe, expect, it } from 'vitest'
import { type Browser, formFields, signIn } from '../../../support/admin.ts'
import { makeDecision } from '../../../support/makers.ts'
import { makeCompany } from '../../../support/operations.ts'
import { makePerson } from '../../../support/people.ts'
import { makeWorld, type World } from '../../../support/world.ts'

const list = '/admin/companies?status=active&sort=name'

let world: World
let admin: Browser
let company: number
let other: number
beforeAll(async () => {
  world = await makeWorld()
  const person = await makePerson(world)
  admin = await signIn(world, person)
  company = (await makeCompany(person, { name: 'Contoso', status: 'active' })).id
  other = (await makeCompany(person, { name: 'Fabrikam' })).id
})

const unescaped = (text: string) => text.replaceAll('&amp;', '&')
const linksIn = (body: string) => [...unescaped(body).matchAll(/href="([^"]+)"/g)].map(([, href]) => href)
const back = `back=${encodeURIComponent(list)}`

describe('the way back to a filtered list', () => {
  it('is kept from the record to its forms and its confirmation, and after saving', async () => {
    const record = `/admin/companies/${company}?${back}`
    const fromList = { referer: `http://ops.test${list}` }
    const page = linksIn((await admin.get(`/admin/companies/${company}`, fromList)).body)
    const form = `/admin/companies/${company}/edit?${back}`
    const field = `/admin/companies/${company}/edit/country?${back}`
    const deletion = `/admin/companies/${company}/delete?${back}`
    expect(page).toEqual(expect.arrayContaining([list, form, field, deletion]))
    for (const address of [form, field, deletion])
      expect(linksIn((await admin.get(address)).body)).toEqual(expect.arrayContaining([list, record]))
    const fields = formFields(await admin.get(form))
    for (const [address, sent] of [
      [form, { ...fields, country: 'DE' }],
      [field, { country: 'FR' }],
    ] as const) {
      const saved = `/admin/companies/${company}`
      expect((await admin.post(address, sent)).location).toBe(saved)
      expect(linksIn((await admin.get(saved)).body)).toEqual(expect.arrayContaining([list, form]))
      expect((await admin.get(saved)).body).not.toContain('back=')
    }
    expect((await admin.get(`/admin/companies/${other}`)).body).not.toContain('back=')
    await admin.get(deletion)
    expect((await admin.post(deletion)).location).toBe(list)
  })

  it('is known in a form that was opened from the list', async () => {
    const fromList = { referer: `http://ops.test${list}` }
    const form = await admin.get(`/admin/companies/${other}/edit`, fromList)
    expect(form.body).toContain(`action="/admin/companies/${other}/edit?${back}"`)
    expect((await admin.get('/admin/companies/new', fromList)).body).toContain(
      `action="/admin/companies/new?${back}"`,
    )
    const { location } = await admin.post(`/admin/companies/new?${back}`, { name: 'Created' })
    expect(location).toMatch(/^\/admin\/companies\/\d+$/)
    expect(linksIn((await admin.get(location ?? '')).body)).toContain(list)
  })

  it('is known from the page that the record was opened from', async () => {
    const page = async (referer: string) => {
      const { body } = await admin.get(`/admin/companies/${other}`, { referer: `http://ops.test${referer}` })
      return linksIn(body)
    }
    expect(await page(list)).toContain(`/admin/companies/${other}/edit?${back}`)
    expect(await page('/admin/companies')).toContain(`/admin/companies/${other}/edit`)
    expect(await page('/admin/contacts')).toContain(`/admin/companies/${other}/edit`)
  })

  it.each([
    'https://other.test/admin/companies',
    '//other.test/admin/companies',
    '/admin/../companies',
    '/admin/login?next=x',
    'javascript:alert(1)',
    '/admin/contacts',
  ])('is not %s', async (address) => {
    const page = await admin.get(`/admin/companies/${other}?back=${encodeURIComponent(address)}`)
    const expected = ['/admin/companies', `/admin/companies/${other}/edit`]
    expect(linksIn(page.body)).toEqual(expect.arrayContaining(expected))
    expect(page.body).not.toContain('back=')
  })
})

describe('a record that is created from the page of another one', () => {
  it('leads back to that page', async () => {
    const { id } = await makeDecision(world)
    const next = `/admin/decisions/${id}#related-tasks`
    const form = `/admin/tasks/new?product_decision_id=${id}&next=${encodeURIComponent(next)}`
    expect(linksIn((await admin.get(`/admin/decisions/${id}`)).body)).toContain(form)
    expect((await admin.get(form)).body).toContain(`href="${next}">Cancel<`)
    const { location } = await admin.post(form, {
      product_decision_id: String(id),
      title: 'Agree the budget',
    })
    expect(location).toBe(next)
    const outside = await admin.post('/admin/tasks/new?next=https://other.test', {
      product_decision_id: String(id),
      title: 'Draw screenshots',
    })
    expect(outside.location).toMatch(/^\/admin\/tasks\/\d+$/)
  })
})
