import { beforeAll, describe, expect, it } from 'vitest'
import { type Browser, formFields, signIn } from '../../../support/admin.ts'
import { makeProduct, sql } from '../../../support/makers.ts'
import { makeCompany } from '../../../support/operations.ts'
import { makePerson, type TestUser } from '../../../support/people.ts'
import { makeWorld, type World } from '../../../support/world.ts'

let world: World
let owner: TestUser
let anna: Browser
let boris: Browser
beforeAll(async () => {
  world = await makeWorld()
  owner = await makePerson(world)
  anna = await signIn(world, await makePerson(world))
  const other = await makePerson(world)
  await sql(world, `update users set name = 'Boris' where id = $1`, other.id)
  boris = await signIn(world, other)
})

/** Opens the form of a new company in the browser of Anna. */
async function openForm() {
  const { id } = await makeCompany(owner)
  const edit = `/admin/companies/${id}/edit`
  const stored = async () =>
    (await sql(world, 'select legal_name, description, country from companies where id = $1', id))[0]
  return { edit, stored, fields: formFields(await anna.get(edit)) }
}

describe('the form of a record that another person changes while it is open', () => {
  it('keeps the fields that were not edited in it', async () => {
    const { edit, stored, fields } = await openForm()
    expect((await boris.post(`${edit}/description`, { description: 'By Boris' })).status).toBe(303)
    expect((await anna.post(edit, { ...fields, legal_name: 'By Anna' })).status).toBe(303)
    expect(await stored()).toMatchObject({ legal_name: 'By Anna', description: 'By Boris' })
  })

  it('is shown again if both changed a field, and then replaces it', async () => {
    const { edit, stored, fields } = await openForm()
    await boris.post(`${edit}/description`, { description: 'By Boris' })
    const answer = await anna.post(edit, { ...fields, legal_name: 'By Anna', description: 'By Anna' })
    expect(answer.status).toBe(409)
    expect(answer.body).toContain(
      'Boris changed this to “By Boris” after you opened the form. Save again to replace it.',
    )
    expect(await stored()).toMatchObject({ legal_name: null, description: 'By Boris' })
    const shown = formFields(answer)
    expect(shown).toMatchObject({ legal_name: 'By Anna', description: 'By Anna' })
    expect((await anna.post(edit, shown)).status).toBe(303)
    expect(await stored()).toMatchObject({ legal_name: 'By Anna', description: 'By Anna' })
  })

  it('keeps a reference that was not edited in it, although the form has its name', async () => {
    const { id } = await makeProduct(world, { direction_slug: 'utilities' })
    const edit = `/admin/products/${id}/edit`
    const direction = async () => formFields(await boris.get(edit)).direction_slug
    const fields = formFields(await anna.get(edit))
    expect(fields.direction_slug).toBe('Utilities')
    await direction()
    expect((await boris.post(`${edit}/direction_slug`, { direction_slug: 'fitness' })).status).toBe(303)
    expect((await anna.post(edit, { ...fields, next_step: 'By Anna' })).status).toBe(303)
    expect(await direction()).toBe('Fitness')
    const answer = await anna.post(edit, { ...fields, direction_slug: 'documents-qr' })
    expect(answer.status).toBe(409)
    expect(answer.body).toContain('Boris changed this to “Fitness” after you opened the form.')
  })

  it('keeps the fields that only the other person changed when it is shown again and saved', async () => {
    const { edit, stored, fields } = await openForm()
    await boris.post(`${edit}/description`, { description: 'By Boris' })
    await boris.post(`${edit}/country`, { country: 'DE' })
    const shown = formFields(await anna.post(edit, { ...fields, description: 'By Anna' }))
    expect(shown).toMatchObject({ country: 'DE', description: 'By Anna' })
    expect((await anna.post(edit, shown)).status).toBe(303)
    expect(await stored()).toMatchObject({ country: 'DE', description: 'By Anna' })
  })

  it('is shown again if it is the form of a single field', async () => {
    const { edit, stored } = await openForm()
    const one = `${edit}/description`
    await anna.get(one)
    await boris.post(one, { description: 'By Boris' })
    const answer = await anna.post(one, { description: 'By Anna' })
    expect(answer.status).toBe(409)
    expect(answer.body).toContain('Boris changed this to “By Boris” after you opened the form.')
    expect(await stored()).toMatchObject({ description: 'By Boris' })
    expect((await anna.post(one, { description: 'By Anna' })).status).toBe(303)
    expect(await stored()).toMatchObject({ description: 'By Anna' })
  })

  it('names what the other person chose by its label', async () => {
    const { edit, fields } = await openForm()
    await boris.post(`${edit}/status`, { status: 'paused' })
    const answer = await anna.post(edit, { ...fields, status: 'archived' })
    expect(answer.body).toContain('Boris changed this to “Paused” after you opened the form.')
  })

  it('is saved if both changed a field to the same value', async () => {
    const { edit, stored, fields } = await openForm()
    await boris.post(`${edit}/country`, { country: 'DE' })
    expect((await anna.post(edit, { ...fields, country: 'DE' })).status).toBe(303)
    expect(await stored()).toMatchObject({ country: 'DE' })
  })
})

it('the form replaces what the same person has changed before, as after the Back button', async () => {
  const { edit, stored, fields } = await openForm()
  await anna.post(edit, { ...fields, description: 'First' })
  expect((await anna.post(edit, fields)).status).toBe(303)
  expect(await stored()).toMatchObject({ description: null })
})

it('the form without its version replaces everything', async () => {
  const { edit, stored, fields } = await openForm()
  await boris.post(`${edit}/description`, { description: 'By Boris' })
  for (const version of ['', '-1', 'x', '99999999999999999999']) {
    const { _version, ...others } = fields
    expect((await anna.post(edit, { ...others, _version: version, description: version })).status).toBe(303)
  }
  expect(await stored()).toMatchObject({ description: '99999999999999999999' })
})

it('a change that the state of a record does not allow is explained in the form', async () => {
  const admin = await makePerson(world, 'admin')
  await sql(world, `update users set status = 'inactive' where id <> $1 and role = 'admin'`, admin.id)
  const browser = await signIn(world, admin)
  const edit = `/admin/users/${admin.id}/edit`
  const fields = formFields(await browser.get(edit))
  const { status, body } = await browser.post(edit, { ...fields, name: 'New name', role: 'user' })
  expect(status).toBe(409)
  expect(body).toMatch(/<p class="error" id="error-record">[^<]+<\/p>/)
  expect(body).toContain('value="New name"')
})
