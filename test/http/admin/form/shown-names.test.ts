import { beforeAll, describe, expect, it } from 'vitest'
import { type Browser, formFields, signIn } from '../../../support/admin.ts'
import { makeDecision, makeProduct, makeSignal, root, sql } from '../../../support/makers.ts'
import { makeCompany, makeStrategy } from '../../../support/operations.ts'
import { makePerson, type TestUser } from '../../../support/people.ts'
import { makeWorld, type World } from '../../../support/world.ts'

let world: World
let person: TestUser
let admin: Browser
beforeAll(async () => {
  world = await makeWorld()
  person = await makePerson(world)
  admin = await signIn(world, person)
})

const rename = (table: string, column: string, id: number, name: string) =>
  sql(world, `update ${table} set ${column} = $2 where id = $1`, id, name)

const evidenceOf = async (id: number) =>
  (await world.send('GET', `${root}/decisions/${id}`)).body.decision.evidence.map(
    (one: { id: number }) => one.id,
  )

const message = (body: string) => /class="error"[^>]*>([^<]*)/.exec(body)?.[1]

describe('evidence whose record is renamed while the form is open', () => {
  it.each([
    ['Crash', 'Crash on start'],
    ['Retention (cohort 31)', 'Retention'],
    ['Long crash', 'crash'],
    ['Twin', 'Twin (signal 1)'],
    ['Twin; again, (signal 2)', 'Twin'],
  ])('is saved: %s is now %s', async (before, after) => {
    const signals = [await makeSignal(world, { title: before }), await makeSignal(world, { title: before })]
    const ids = signals.map(({ id }) => id)
    const { id } = await makeDecision(world, { evidence: ids.map((id) => ({ type: 'signal', id })) })
    const form = `/admin/decisions/${id}/edit`
    const fields = formFields(await admin.get(form))
    await rename('signals', 'title', ids[0]!, after)
    const { status, body } = await admin.post(form, { ...fields, title: 'Changed' })
    expect([status, message(body)]).toEqual([303, undefined])
    expect(await evidenceOf(id)).toEqual(ids)
    expect(formFields(await admin.get(form)).evidence).toContain(`${after} (signal ${ids[0]})`)
  })

  it('is saved beside others that are added and removed', async () => {
    const [one, other, more] = [
      (await makeSignal(world, { title: 'Old one' })).id,
      (await makeSignal(world, { title: 'Other' })).id,
      (await makeSignal(world, { title: 'More' })).id,
    ]
    const { id } = await makeDecision(world, { evidence: [one, other].map((id) => ({ type: 'signal', id })) })
    const form = `/admin/decisions/${id}/edit`
    const fields = formFields(await admin.get(form))
    await rename('signals', 'title', one, 'New one')
    const evidence = `Old one (signal ${one}); More (signal ${more})`
    expect((await admin.post(form, { ...fields, evidence })).status).toBe(303)
    expect(await evidenceOf(id)).toEqual([one, more])
  })
})

describe('a reference whose record is renamed while the form is open', () => {
  it.each(['edit', 'edit/company_id'])(
    'is saved by %s, even if another record has the name now',
    async (path) => {
      const [{ id }, other] = [
        await makeCompany(person, { name: 'Torch' }),
        await makeCompany(person, { name: 'Lamp' }),
      ]
      const strategy = await makeStrategy(person, { name: `Grow by ${path}`, company_id: id })
      const form = `/admin/strategies/${strategy.id}/${path}`
      const fields = formFields(await admin.get(form))
      expect(fields.company_id).toBe('Torch')
      await rename('companies', 'name', id, 'Torches')
      await rename('companies', 'name', other.id, 'Torch')
      expect((await admin.post(form, fields)).status).toBe(303)
      const [stored] = await sql(world, 'select company_id from strategies where id = $1', strategy.id)
      expect(Number(stored?.company_id)).toBe(id)
      await sql(world, `update companies set name = 'Company ' || id`)
    },
  )

  it('is saved in the form of a new record', async () => {
    const { id } = await makeCompany(person, { name: 'Northwind' })
    const form = '/admin/strategies/new'
    const fields = formFields(await admin.get(`${form}?company_id=${id}`))
    expect(fields.company_id).toBe('Northwind')
    await rename('companies', 'name', id, 'Southwind')
    expect((await admin.post(form, { ...fields, name: 'Created' })).status).toBe(303)
    const [stored] = await sql(world, 'select company_id from strategies order by id desc limit 1')
    expect(Number(stored?.company_id)).toBe(id)
  })

  it('is shown with its new name beside a message, and evidence as it was, and saved then', async () => {
    const product = await makeProduct(world, { name: 'Fast Compass' })
    const { id } = await makeSignal(world, { title: 'Old evidence' })
    const form = '/admin/decisions/new'
    const address = `${form}?product_slug=fast-compass&evidence=signal+${id}`
    const fields = {
      ...formFields(await admin.get(address)),
      decision_type: 'scale',
      owner: 'Anna',
      decision: 'Go.',
      review_at: '2099-01-01',
    }
    await rename('products', 'name', product.id, 'Compass')
    await rename('signals', 'title', id, 'New evidence')
    const rejected = await admin.post(form, { ...fields, title: '' })
    expect([rejected.status, message(rejected.body)]).toEqual([422, 'The title field is required.'])
    const again = formFields(rejected)
    expect(again.product_slug).toBe('Compass')
    const saved = await admin.post(form, { ...again, title: 'Grow' })
    expect([saved.status, message(saved.body)]).toEqual([303, undefined])
    const [stored] = await sql(world, 'select id, product_id from decisions order by id desc limit 1')
    expect(Number(stored?.product_id)).toBe(product.id)
    expect(await evidenceOf(Number(stored?.id))).toEqual([id])
  })
})

it.each([
  ['nothing of it', {}],
  ['what is no record', { _named: 'product\nproduct x Old\n7' }],
  ['two records with the text', { _named: 'product 1 Old\nproduct 2 Old' }],
  ['a record that does not exist', { _named: 'product 999 Old' }],
  ['a record of another type', { _named: 'company 1 Old' }],
])('a form that says %s rejects a text that names no record', async (_, names) => {
  await admin.get('/admin/signals/new')
  const fields = { title: 'Crash', signal_type: 'problem', product_slug: 'Old' }
  const { status, body } = await admin.post('/admin/signals/new', { ...fields, ...names })
  expect([status, message(body)]).toEqual([422, 'The selected product is invalid.'])
})
