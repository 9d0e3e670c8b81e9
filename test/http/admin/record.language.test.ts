import { beforeAll, expect, it } from 'vitest'
import { type Browser, signIn } from '../../support/admin.ts'
import { makeSignal, makeTask, root } from '../../support/makers.ts'
import { makeCompany } from '../../support/operations.ts'
import { makePerson, type TestUser } from '../../support/people.ts'
import { textOf } from '../../support/proposals-world.ts'
import { makeWorld, type World } from '../../support/world.ts'

const russian = { 'accept-language': 'ru' }

let world: World
let person: TestUser
let admin: Browser
let id: number
beforeAll(async () => {
  world = await makeWorld()
  person = await makePerson(world)
  admin = await signIn(world, person)
  id = (await makeSignal(world, { title: 'Crash' })).id
  await makeSignal(world, { title: 'Slow' })
  await admin.get(`/admin/signals/${id}/edit`)
  const changed = { title: 'Crash twice', severity: 'high', status: 'open' }
  expect((await admin.post(`/admin/signals/${id}/edit`, changed)).status).toBe(303)
})

const read = async (path: string) => textOf(await admin.get(path, russian))

it('counts the rows of a list in Russian', async () => {
  expect(await read('/admin/signals')).toContain('2 сигнала, ')
  expect(await read('/admin/signals?status=resolved')).toContain('По этим фильтрам ничего нет.')
})

it('says in Russian which fields of a form to correct', async () => {
  const { status, body } = await admin.post('/admin/signals/new', {}, russian)
  expect(status).toBe(422)
  expect(textOf({ body })).toContain('Исправьте 3 поля:')
})

it('says in Russian who changed a record, and where versions differ', async () => {
  const history = await read(`/admin/signals/${id}`)
  expect(history).toContain(`, автор: ${person.name}`)
  expect(history).toMatch(/, автор: \S+ \(токен окружения\)/)
  const { body } = await admin.get(`/admin/signals/${id}`, russian)
  const link = /href="([^"]+\/compare\?from=\d+)"/.exec(body)?.[1] ?? ''
  expect(await read(link)).toContain('Различаются 2 поля.')
})

it('names the fields of a person, and the records that prevent a deletion, in Russian', async () => {
  const company = await makeCompany(person)
  const fields = { name: 'Vera', position: 'Editor', company_id: String(company.id) }
  const { location = '' } = await admin.post('/admin/contacts/new', fields)
  const contact = await read(location)
  expect(contact).toMatch(/Должность.*История.*Имя Vera.*Должность Editor/)
  expect(contact).not.toContain('Позиция')
  expect(await read(`/admin/companies/${company.id}`)).toMatch(/Имя.*Должность.*Vera/)
  expect(await read('/admin/agents')).toMatch(/Имя.*Название/)
  const deletion = `/admin/companies/${company.id}/delete`
  expect(await read(deletion)).toContain('На эту запись ссылаются: 1 контакт.')
  const refused = await admin.post(deletion, {}, russian)
  expect(refused.status).toBe(409)
  expect(textOf(refused)).toContain('которые ссылаются на эту: 1 контакт.')
})

it('previews a change of several rows, and an undo, in Russian', async () => {
  const bulk = { ids: String(id), field: 'severity', value: 'low' }
  expect(textOf(await admin.post('/admin/signals/bulk', bulk, russian))).toContain('Станет')
  expect(await read('/admin/activity/undo?actor=env_token&since=2020-01-01')).toContain('Конфликт')
})

it('keeps the answers of the API in English', async () => {
  const { status, body } = await world.send('POST', `${root}/signals`, {}, russian)
  expect(status).toBe(422)
  expect(JSON.stringify(body)).toContain('The title field is required.')
})

it('names the field of a warning by its label, in the notice after a change', async () => {
  const task = await makeTask(world, { title: 'Ship', due_at: '2099-01-02' })
  const path = `/admin/tasks/${task.id}`
  await admin.get(`${path}/edit`, russian)
  const changed = { title: 'Ship', due_at: '2020-01-02', status: 'open', priority: 'medium' }
  expect((await admin.post(`${path}/edit`, changed, russian)).status).toBe(303)
  expect(await read(path)).toContain('Дата 2 янв. 2020 г. в поле «Срок» уже прошла.')
})
