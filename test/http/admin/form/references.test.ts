import { beforeAll, describe, expect, it } from 'vitest'
import { type Browser, formFields, signIn } from '../../../support/admin.ts'
import { makeAlias, makeApp, makeProduct, makeSignal, makeTask, sql } from '../../../support/makers.ts'
import { makeCompany } from '../../../support/operations.ts'
import { makePerson, type TestUser } from '../../../support/people.ts'
import { makeWorld, type World } from '../../../support/world.ts'

let world: World
let person: TestUser
let admin: Browser
beforeAll(async () => {
  world = await makeWorld()
  person = await makePerson(world, 'admin')
  admin = await signIn(world, person)
  await makeProduct(world, { name: 'Сканер QR' })
  await makeApp(world, { product_slug: 'skaner-qr', name: 'QR & Barcode Scanner', platform: 'iOS' })
  await makeApp(world, { product_slug: 'skaner-qr', name: 'QR & Barcode Scanner', platform: 'Android' })
})

const newSignal = (fields: Record<string, string>) =>
  admin.post('/admin/signals/new', { title: 'Crash', signal_type: 'problem', ...fields })

const message = (body: string, name: string) => new RegExp(`id="error-${name}"[^>]*>([^<]*)<`).exec(body)?.[1]

describe('a reference in a form', () => {
  it.each(['Сканер QR', 'skaner-qr', 'SKANER-QR', '1', ' Сканер QR '])('takes %j', async (product_slug) => {
    await admin.get('/admin/signals/new')
    const { status, location } = await newSignal({ product_slug })
    expect(status).toBe(303)
    expect(await sql(world, 'select product_id from signals order by id desc limit 1')).toEqual([
      { product_id: 1 },
    ])
    expect((await admin.get(location as string)).body).toContain('href="/admin/products/1">Сканер QR</a>')
  })

  it('is rejected with the slugs if several records have the name', async () => {
    const { status, body } = await newSignal({ app_slug: 'QR & Barcode Scanner' })
    expect(status).toBe(422)
    expect(message(body, 'app_slug')).toBe(
      '“QR &amp; Barcode Scanner” may mean several records: QR &amp; Barcode Scanner (qr-barcode-scanner) on iOS, QR &amp; Barcode Scanner (qr-barcode-scanner-2) on Android. Type the name and what stands in parentheses.',
    )
    expect(formFields({ body }).app_slug).toBe('QR & Barcode Scanner')
  })

  it('is rejected if no record has the name, with the messages of the other fields', async () => {
    const { status, body } = await newSignal({ product_slug: 'Nothing', title: '' })
    expect(status).toBe(422)
    expect(message(body, 'product_slug')).toBe('The selected product is invalid.')
    expect(message(body, 'title')).toBe('The title field is required.')
  })

  it('by an id takes the name of the record', async () => {
    const { id } = await makeCompany(person, { name: 'Northwind' })
    await admin.get('/admin/strategies/new')
    const { location } = await admin.post('/admin/strategies/new', { name: 'Grow', company_id: 'Northwind' })
    const { body } = await admin.get(location as string)
    expect(body).toContain(`href="/admin/companies/${id}">Northwind</a>`)
    expect(formFields(await admin.get(`${location}/edit`)).company_id).toBe('Northwind')
    expect((await admin.post(`${location}/edit`, { company_id: 'Contoso' })).status).toBe(422)
  })

  it('shows the name again, with the slug if another record has the name, and is saved as it is', async () => {
    const fields = formFields(await admin.get('/admin/tasks/new?app_slug=qr-barcode-scanner-2'))
    expect(fields.app_slug).toBe('QR & Barcode Scanner (qr-barcode-scanner-2)')
    expect((await admin.post('/admin/tasks/new', { ...fields, title: 'Prefilled' })).status).toBe(303)
    expect(await sql(world, 'select app_id from tasks')).toEqual([{ app_id: 2 }])
    expect(formFields(await admin.get('/admin/products/1/edit')).direction_slug).toBe('Utilities')
    expect(formFields(await admin.get('/admin/products/1/edit/direction_slug')).direction_slug).toBe(
      'Utilities',
    )
  })
})

describe('a reference in a filter', () => {
  const titles = ({ body }: { body: string }) =>
    [...body.matchAll(/<th scope="row"[^>]*><a[^>]*>([^<]*)/g)].map(([, title]) => title)

  it('takes an exact name, shows it again and selects the records', async () => {
    await makeProduct(world, { name: 'Фонарик' })
    await makeTask(world, { product_slug: 'fonarik', title: 'Mine' })
    await makeTask(world, { title: 'Other' })
    const page = await admin.get(`/admin/tasks?product_slug=${encodeURIComponent('Фонарик')}`)
    expect(page.status).toBe(200)
    expect(titles(page)).toEqual(['Mine'])
    expect(page.body).toContain('Product: Фонарик')
    expect(page.body).toMatch(/value="Фонарик"[^>]*name="product_slug"/)
    const csv = await admin.get(`/admin/tasks.csv?product_slug=${encodeURIComponent('Фонарик')}`)
    expect(csv.body).toContain('Mine')
    expect(csv.body).not.toContain('Other')
  })

  it.each([
    ['signals?product_slug=Nothing', 'product_slug', 'The selected product is invalid.'],
    ['tasks?direction_slug=nothing', 'direction_slug', 'The selected direction is invalid.'],
    ['strategies?company_id=999', 'company_id', 'The selected company is invalid.'],
    ['strategies?company_id=Contoso', 'company_id', 'The selected company is invalid.'],
  ])('that is unknown is an error at its control: %s', async (path, name, sentence) => {
    const page = await admin.get(`/admin/${path}`)
    expect(page.status).toBe(422)
    expect(message(page.body, name)).toBe(sentence)
    expect(page.body).toContain(`aria-describedby="error-${name}"`)
    expect(titles(page)).toEqual([])
  })

  it('is rejected with the slugs if several records have the name', async () => {
    const page = await admin.get(`/admin/tasks?app_slug=${encodeURIComponent('QR & Barcode Scanner')}`)
    expect(page.status).toBe(422)
    expect(message(page.body, 'app_slug')).toContain(
      '(qr-barcode-scanner) on iOS, QR &amp; Barcode Scanner (qr-barcode-scanner-2) on Android',
    )
  })

  it('takes an old slug of a direction', async () => {
    await makeAlias(world, 'tools', 'utilities')
    expect((await admin.get('/admin/tasks?direction_slug=tools')).status).toBe(200)
  })
})

it('a name that is the slug of another record is refused with both, and stored by its suggestion', async () => {
  await makeProduct(world, { name: 'Pocket Radio' })
  const { id } = await makeProduct(world, { name: 'pocket-radio' })
  const typed = await newSignal({ product_slug: 'pocket-radio' })
  expect(typed.status).toBe(422)
  expect(message(typed.body, 'product_slug')).toContain(
    'Pocket Radio (pocket-radio), pocket-radio (pocket-radio-2).',
  )
  const { body } = await admin.get('/admin/suggestions/products?q=pocket-radio')
  const values = (JSON.parse(body) as { value: string }[]).map(({ value }) => value)
  expect(values).toEqual(['pocket-radio (pocket-radio-2)', 'Pocket Radio'])
  for (const text of ['pocket-radio (pocket-radio-2)', 'POCKET-RADIO-2', String(id)]) {
    const { location } = await newSignal({ product_slug: text, title: text })
    const { body: record } = await admin.get(`${location}`)
    expect(record).toContain(`href="/admin/products/${id}">pocket-radio</a>`)
  }
  const prefilled = formFields(await admin.get('/admin/signals/new?product_slug=pocket-radio-2'))
  expect(prefilled.product_slug).toBe('pocket-radio (pocket-radio-2)')
  expect((await newSignal({ product_slug: 'Pocket Radio' })).status).toBe(303)
  const list = await admin.get('/admin/signals?product_slug=Pocket+Radio')
  expect(list.status).toBe(200)
  const sorted = /href="(\/admin\/signals\?[^"]*sort=title[^"]*)"/.exec(list.body)?.[1] ?? ''
  expect((await admin.get(sorted.replaceAll('&amp;', '&'))).status).toBe(200)
})

describe('names in place of keys', () => {
  it('a list shows the name of each record that it refers to, as a link', async () => {
    await makeSignal(world, { product_slug: 'skaner-qr', title: 'Named' })
    const { body } = await admin.get('/admin/signals?q=Named')
    expect(body).toMatch(/<a href="\/admin\/products\/1">Сканер QR<\/a>/)
    expect(body).not.toContain('>skaner-qr<')
    const { body: apps } = await admin.get('/admin/apps')
    expect(apps).toMatch(/<a href="\/admin\/directions\/\d+">Utilities<\/a>/)
  })

  it('tells two apps of one name apart by their platform', async () => {
    const { id } = await makeTask(world, { app_slug: 'qr-barcode-scanner-2' })
    const { body } = await admin.get(`/admin/tasks/${id}`)
    expect(body).toContain('<a href="/admin/apps/2">QR &amp; Barcode Scanner (Android)</a>')
  })

  it('shows the title of the decision of a task', async () => {
    await world.send('POST', '/api/portfolio/decisions', {
      product_slug: 'skaner-qr',
      title: 'Grow in Brazil',
      decision_type: 'scale',
      owner: 'Anna',
      decision: 'Grow.',
      review_at: '2099-01-01',
      tasks: [{ title: 'Translate' }],
    })
    const { body } = await admin.get('/admin/tasks?q=Translate')
    expect(body).toMatch(/<a href="\/admin\/decisions\/\d+">Grow in Brazil<\/a>/)
  })

  it('shows an owner as a link to admins, and by name to managers, who may not see users', async () => {
    const { id } = await makeCompany(person, { name: 'Fabrikam', owner_id: person.id })
    const page = `/admin/companies/${id}`
    expect((await admin.get(page)).body).toContain(`<a href="/admin/users/${person.id}">${person.name}</a>`)
    const manager = await signIn(world, await makePerson(world, 'manager'))
    const { body } = await manager.get(page)
    expect(body).toContain(person.name)
    expect(body).not.toContain('/admin/users/')
  })
})
