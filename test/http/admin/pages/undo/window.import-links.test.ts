import { beforeAll, beforeEach, expect, it } from 'vitest'
import { type Browser, formFields, signIn } from '../../../../support/admin.ts'
import { countsOn } from '../../../../support/csv-upload.ts'
import { makeProduct, sql } from '../../../../support/makers.ts'
import { makeApplication } from '../../../../support/operations.ts'
import { makePerson, type TestUser } from '../../../../support/people.ts'
import { importFile, resultsOn, undo, undoLinkOn, windowOf } from '../../../../support/undo.ts'
import { makeWorld, type World } from '../../../../support/world.ts'

// An import of an app that is an application of someone else links the two.

let world: World
let other: TestUser
let admin: TestUser
let browser: Browser
let application: { id: number }
let slug: string
let address: string
let number = 0

beforeAll(async () => {
  world = await makeWorld()
  other = await makePerson(world, 'manager')
})

const linked = async (id: number) =>
  (
    await sql(
      world,
      `select apps.slug, apps.implementation_status as status
      from applications left join apps on apps.id = app_id where applications.id = $1`,
      id,
    )
  )[0]

beforeEach(async () => {
  admin = await makePerson(world)
  browser = await signIn(world, admin)
  const bundle_id = `com.example.linked${++number}`
  application = await makeApplication(other, { bundle_id, name: 'Linked' })
  slug = `linked-${number}`
  const product = await makeProduct(world)
  address = await importFile(
    world,
    browser,
    'apps',
    'slug,name,product_slug,platform,bundle_id',
    `${slug},Linked app,${product.slug},iOS,${bundle_id}`,
  )
  expect((await linked(application.id))?.slug).toBe(slug)
})

it('unlinks the application, and the undo of that links it again', async () => {
  const before = await linked(application.id)
  const preview = await browser.get(address)
  expect(resultsOn(preview)).toEqual([
    ['Application Linked (iOS)', 'Can be undone'],
    ['App Linked app (iOS)', 'Can be undone'],
  ])
  const { status, location = '' } = await undo(browser, address)
  expect([status, await linked(application.id)]).toEqual([303, { slug: null, status: null }])
  const [app] = await sql(world, 'select implementation_status as status from apps where slug = $1', slug)
  expect(app?.status).not.toBe(before?.status)
  const page = await browser.get(location)
  expect(page.body).toContain('Undid changes of 1 app')
  expect((await undo(browser, undoLinkOn(page))).status).toBe(303)
  expect(await linked(application.id)).toEqual(before)
})

it('unlinks one that was archived since', async () => {
  await sql(
    world,
    `update applications set status = 'archived', status_before = 'active', archived_at = now() where id = $1`,
    application.id,
  )
  expect((await undo(browser, address)).status).toBe(303)
  expect(await linked(application.id)).toEqual({ slug: null, status: null })
})

it('unlinks it when the app was changed by itself too, and names the applications', async () => {
  const [app] = await sql(world, 'select id from apps where slug = $1', slug)
  const edit = `/admin/apps/${app?.id}/edit`
  const form = formFields(await browser.get(edit))
  expect((await browser.post(edit, { ...form, portfolio_note: 'Noted' })).status).toBe(303)
  expect(countsOn((await browser.get(windowOf(admin))).body)).toEqual({ 'Can be undone': 2 })
  const { status, location = '' } = await undo(browser, windowOf(admin))
  expect([status, await linked(application.id)]).toEqual([303, { slug: null, status: null }])
  expect((await browser.get(location)).body).toContain('Undid changes of 1 application')
})
