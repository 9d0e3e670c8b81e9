import { beforeAll, describe, expect, test } from 'vitest'
import { formControls } from '../../../../http/admin/form/controls.ts'
import { allRecords } from '../../../../http/admin/records/index.ts'
import { type Browser, formFields, signIn } from '../../../support/admin.ts'
import { type AdminWorld, anyAdmin, makeAdminWorld } from '../../../support/admin-world.ts'
import { escaped, hostile } from '../../../support/form-fields.ts'
import { makePerson } from '../../../support/people.ts'

let world: AdminWorld
beforeAll(async () => {
  world = await makeAdminWorld()
})

describe.each(allRecords.map((pages) => [pages.collection, pages] as const))('%s', (collection, pages) => {
  const address = `/admin/${collection}`
  const first = () => world.made[collection]?.[0] as number
  test.runIf(pages.create)('a form with errors is shown again with its values and messages', async () => {
    const body = pages.create?.body
    if (!body) return
    const controls = formControls(body)
    const kept = controls.find(({ kind }) => kind === 'long' || kind === 'text')?.name ?? ''
    const choice = controls.find(({ kind }) => kind === 'choice')?.name
    const tooLong = hostile.repeat(2000)
    const sent = { [kept]: tooLong, ...(choice && { [choice]: 'wrong' }) }
    const { status, body: page } = await world.admin.post(`${address}/new`, sent)
    expect(status).toBe(422)
    expect(page).toContain(escaped.repeat(2000).replaceAll('"', '&quot;'))
    for (const name of Object.keys(sent)) {
      const described = new RegExp(
        `id="field-${name}"[^>]*aria-describedby="[^"]*error-${name}[^>]*aria-invalid="true"`,
      )
      expect(page).toMatch(described)
      expect(page).toContain(`id="error-${name}"`)
    }
    const missing = controls.filter(({ required, name }) => required && !(name in sent))
    for (const { name } of missing) expect(page).toContain(`id="error-${name}"`)
  })

  test.runIf(pages.create)(
    'an unknown field with the name of an inherited property is invalid input',
    async () => {
      const sent = { constructor: 'x', _checkboxes: '__proto__,toString' }
      expect((await world.admin.post(`${address}/new`, sent)).status).toBe(422)
    },
  )

  test('a record is changed through its form where the API can change it', async () => {
    const edit = `${address}/${first()}/edit`
    const form = await world.admin.get(edit)
    if (!pages.change) {
      expect(form.status).toBe(404)
      expect((await world.admin.post(edit, { title: 'x' })).status).toBe(404)
      return
    }
    expect(form.status).toBe(200)
    const fields = formFields(form)
    expect(Object.keys(fields)).toEqual(
      expect.arrayContaining(
        formControls(pages.change.body)
          .filter(({ kind }) => kind !== 'boolean' && kind !== 'choices')
          .map(({ name }) => name),
      ),
    )
    const before = await pages.read(world.app.read, first(), anyAdmin)
    // Saving a form that nobody edited changes nothing.
    expect((await world.admin.post(edit, fields)).location).toBe(`${address}/${first()}`)
    expect(await pages.read(world.app.read, first(), anyAdmin)).toEqual(before)
    const long = formControls(pages.change.body).find(({ kind }) => kind === 'long')
    if (!long) return
    await world.admin.post(edit, { ...fields, [long.name]: 'one\r\ntwo' })
    expect((await pages.read(world.app.read, first(), anyAdmin))[long.name]).toBe('one\ntwo')
    await world.admin.post(edit, fields)
  })

  const hasText =
    pages.change && formControls(pages.change.body).some(({ kind }) => kind === 'text' || kind === 'long')

  test.runIf(hasText)('markup in a field is shown as text', async () => {
    const edit = `${address}/${first()}/edit`
    const before = formFields(await world.admin.get(edit))
    const texts = formControls(pages.change?.body as never).filter(
      ({ kind }) => kind === 'text' || kind === 'long',
    )
    const sent = { ...before, ...Object.fromEntries(texts.map(({ name }) => [name, hostile])) }
    const { status, body: rejected } = await world.admin.post(edit, sent)
    for (const [, name = ''] of rejected.matchAll(/id="error-(\w+)"/g)) sent[name] = before[name] ?? ''
    if (status !== 303) expect((await world.admin.post(edit, sent)).status).toBe(303)
    const shown = await Promise.all(
      [edit, address, `${address}/${first()}`].map((path) => world.admin.get(path)),
    )
    expect(formFields(shown[0] as never)).toMatchObject({
      ...sent,
      _csrf: expect.any(String),
      _form: expect.any(String),
      _version: expect.any(String),
    })
    expect(Object.values(sent)).toContain(hostile)
    for (const { body } of shown) expect(body).toContain(escaped)
    for (const body of [rejected, ...shown.map((page) => page.body)])
      expect(body).not.toContain('<script>alert')
  })

  test('a record that does not exist is answered with 404', async () => {
    for (const id of ['999999', '0', '12345678901234567890', 'no-such-slug', '%00'])
      expect((await world.admin.get(`${address}/${id}`)).status, id).toBe(404)
    if (pages.change) expect((await world.admin.get(`${address}/999999/edit`)).status).toBe(404)
    if (!pages.create) expect((await world.admin.get(`${address}/new`)).status).toBe(404)
    if (!pages.remove) expect((await world.admin.post(`${address}/${first()}/delete`)).status).toBe(404)
  })
})

describe('the form of a new record', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await signIn(world, await makePerson(world, 'admin'))
  })

  test('the form of a new record begins with the defaults of its fields', async () => {
    const signal = formFields(await browser.get('/admin/signals/new'))
    expect(signal).toMatchObject({
      signal_type: '',
      severity: 'medium',
      status: 'open',
      source_layer: 'manual',
    })
    expect(formFields(await browser.get('/admin/agents/new'))).toMatchObject({ is_active: '1' })
    const severity = '/admin/signals/new?severity=high'
    expect(formFields(await browser.get(severity))).toMatchObject({ severity: 'high', status: 'open' })
  })

  test('a choice with a default cannot be emptied, and one without begins empty', async () => {
    const { body } = await browser.get('/admin/signals/new')
    const select = (name: string) =>
      new RegExp(`<select id="field-${name}"[\\s\\S]*?</select>`).exec(body)?.[0]
    expect(select('severity')).not.toContain('<option value>')
    expect(select('signal_type')).toContain('<option value>Choose</option>')
  })

  test('a form with errors keeps what was chosen instead of a default', async () => {
    await browser.get('/admin/agents/new')
    const sent = { _checkboxes: 'is_active', name: '' }
    const { status, body } = await browser.post('/admin/agents/new', sent)
    expect(status).toBe(422)
    expect(formFields({ body }).is_active).toBeUndefined()
  })

  test('a new task with a blocker is blocked, unless another status than the default is chosen', async () => {
    const statusOf = async (fields: Record<string, string>) => {
      const form = formFields(await browser.get('/admin/tasks/new'))
      const task = {
        ...form,
        title: 'Waits',
        direction_slug: 'utilities',
        blocked_by: 'The store',
        ...fields,
      }
      const { location = '' } = await browser.post('/admin/tasks/new', task)
      return formFields(await browser.get(`${location}/edit`)).status
    }
    expect(await statusOf({})).toBe('blocked')
    expect(await statusOf({ status: 'in-progress' })).toBe('in-progress')
  })
})
