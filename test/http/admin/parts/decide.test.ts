import { beforeAll, expect, it } from 'vitest'
import { type Browser, formFields, signIn } from '../../../support/admin.ts'
import { makeApp, makeProduct, makeSignal, sql } from '../../../support/makers.ts'
import { makePerson } from '../../../support/people.ts'
import { makeWorld, type World } from '../../../support/world.ts'

const title = 'Crash; on start (signal 1) 👩‍💻'

let world: World
let admin: Browser
beforeAll(async () => {
  world = await makeWorld()
  admin = await signIn(world, await makePerson(world))
  await makeProduct(world, { name: 'Torch', direction_slug: 'fitness' })
  await makeApp(world, { name: 'Torch for Android', product_slug: 'torch' })
})

/** Returns the address of the form to which a link of the page of a signal leads. */
async function formOf(id: unknown, link: string): Promise<string> {
  const { body } = await admin.get(`/admin/signals/${id}`)
  const href = new RegExp(`href="([^"]*)"[^>]*>${link}<`).exec(body)?.[1] ?? ''
  return href.replaceAll('&amp;', '&')
}

it.each([
  [
    'Decide',
    'decisions',
    {
      title: 'New driver',
      decision: 'Replace it.',
      decision_type: 'stabilize',
      owner: 'Anna',
      review_at: '2099-01-01',
    },
  ],
  ['New task', 'tasks', { title: 'Choose a driver' }],
])('%s fills the form with the place and the signal as evidence', async (link, collection, typed) => {
  const { id } = await makeSignal(world, { title, product_slug: 'torch', app_slug: 'torch-for-android' })
  const address = await formOf(id, link)
  const page = await admin.get(address)
  expect(page.status).toBe(200)
  const fields = formFields(page)
  expect(fields).toMatchObject({
    product_slug: 'Torch',
    app_slug: 'Torch for Android',
    evidence: `${title} (signal ${id})`,
  })
  const { location } = await admin.post(address, { ...fields, ...typed })
  expect(location).toBe(`/admin/signals/${id}`)
  const [made] = await sql(world, `select product_id, app_id from ${collection} order by id desc limit 1`)
  expect(made).toEqual({ product_id: 1, app_id: 1 })
  // Among the records that have it as evidence.
  expect((await admin.get(`/admin/signals/${id}`)).body).toContain(typed.title)
})

it('takes the direction of a signal that has no product', async () => {
  const { id } = await makeSignal(world, { title: 'Fewer runs', direction_slug: 'fitness' })
  const page = await admin.get(await formOf(id, 'Decide'))
  expect(formFields(page).direction_slug).toMatch(/fitness/i)
})

it('shows evidence that does not exist as the address names it', async () => {
  const { status, body } = await admin.get('/admin/tasks/new?evidence=signal+999999')
  expect(status).toBe(200)
  expect(body).toContain('value="signal 999999"')
})
