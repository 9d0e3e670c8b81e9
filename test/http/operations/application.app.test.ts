import { beforeAll, describe, expect, it } from 'vitest'
import { formFields, signIn } from '../../support/admin.ts'
import { makeApp, root, sql } from '../../support/makers.ts'
import { makeApplication } from '../../support/operations.ts'
import { makePerson, type TestUser } from '../../support/people.ts'
import { makeWorld, type World } from '../../support/world.ts'

let world: World
let admin: TestUser
beforeAll(async () => {
  world = await makeWorld()
  admin = await makePerson(world, 'admin')
})

const appOf = async (id: number) => (await admin.send('GET', `/applications/${id}`)).body.data.app
const change = (id: number, body: object) => admin.send('PATCH', `/applications/${id}`, body)
const applicationsOf = async (slug: string) => {
  const { body } = await world.send('GET', `${root}/apps?slug=${slug}`)
  return body.apps[0].applications
}

describe('the app of an application', () => {
  it('is named by its slug, changed and removed, and lists the application', async () => {
    const app = await makeApp(world, { name: 'Torch' })
    const shown = { id: app.id, slug: app.slug, name: 'Torch' }
    const { id, app: created } = await makeApplication(admin, { name: 'Torch', app_slug: app.slug })
    expect(created).toEqual(shown)
    expect(await applicationsOf(app.slug)).toEqual([{ id, name: 'Torch' }])
    const { body } = await world.send('GET', `${root}/apps/${app.slug}`)
    expect(body.app.applications).toEqual([{ id, name: 'Torch' }])
    expect((await change(id, { app_slug: null })).body.data.app).toBeNull()
    expect(await applicationsOf(app.slug)).toEqual([])
    expect((await change(id, { app_slug: app.slug.toUpperCase() })).body.data.app).toEqual(shown)
    const { body: history } = await admin.send('GET', `/applications/${id}/history`)
    expect(history.data[0].changes).toEqual({ app_id: { from: null, to: app.id } })
  })

  it('is rejected if there is no such app', async () => {
    const { id } = await makeApplication(admin)
    const { status, body } = await change(id, { app_slug: 'nothing' })
    expect(status).toBe(422)
    expect(body.errors).toEqual({ app_slug: ['The selected app slug is invalid.'] })
    expect(await appOf(id)).toBeNull()
  })

  it('is set and shown in the web interface, and kept by a form that was not edited', async () => {
    const app = await makeApp(world, { name: 'Lamp' })
    const { id } = await makeApplication(admin, { name: 'Lamp', platform: 'ios' })
    const browser = await signIn(world, admin)
    const edit = `/admin/applications/${id}/edit`
    expect(
      (await browser.post(edit, { ...formFields(await browser.get(edit)), app_slug: 'Lamp' })).status,
    ).toBe(303)
    const { body } = await browser.get(`/admin/applications/${id}`)
    expect(body).toContain(`<a href="/admin/apps/${app.id}">Lamp</a>`)
    const fields = formFields(await browser.get(edit))
    expect(fields.app_slug).toBe('Lamp')
    await browser.post(edit, { ...fields, name: 'Lamp 2' })
    expect((await appOf(id)).id).toBe(app.id)
  })

  it('does not list an application that was deleted', async () => {
    const app = await makeApp(world)
    const { id } = await makeApplication(admin, { app_slug: app.slug })
    await admin.send('DELETE', `/applications/${id}`)
    expect(await applicationsOf(app.slug)).toEqual([])
  })
})

describe('an application is matched with the app', () => {
  it('that has its bundle id or package id on the same platform, when it is created', async () => {
    const ios = await makeApp(world, { platform: 'iOS', bundle_id: 'com.example.scan' })
    const android = await makeApp(world, { platform: 'Android', package_id: 'com.example.scan' })
    const made = (platform: string) => makeApplication(admin, { platform, bundle_id: 'com.example.scan' })
    expect((await made('ios')).app.id).toBe(ios.id)
    expect((await made('android')).app.id).toBe(android.id)
    expect((await made('rustore')).app).toBeNull()
  })

  it('when its bundle id is set, unless it has an app', async () => {
    const app = await makeApp(world, { platform: 'iOS', bundle_id: 'com.example.later' })
    const other = await makeApp(world)
    const { id } = await makeApplication(admin, { platform: 'ios' })
    const linked = await makeApplication(admin, { platform: 'ios', app_slug: other.slug })
    expect((await change(id, { bundle_id: 'com.example.later' })).body.data.app.id).toBe(app.id)
    await change(linked.id, { bundle_id: 'com.example.later' })
    expect((await appOf(linked.id)).id).toBe(other.id)
  })

  it('when the app is created or gets the id, unless it has an app, with the author in its history', async () => {
    const early = await makeApplication(admin, { platform: 'android', bundle_id: 'com.example.early' })
    const changed = await makeApplication(admin, { platform: 'ios', bundle_id: 'com.example.changed' })
    const app = await makeApp(world, { platform: 'Android', package_id: 'com.example.early' })
    expect((await appOf(early.id)).id).toBe(app.id)
    const [entry] = await sql(
      world,
      `select event, surface, actor->>'type' as type from history
       where record_type = 'application' and record_id = ${early.id} order by id desc limit 1`,
    )
    expect(entry).toEqual({ event: 'updated', surface: 'http', type: 'env_token' })
    const second = await makeApp(world, { platform: 'iOS' })
    await world.send('PATCH', `${root}/apps/${second.slug}`, { bundle_id: 'com.example.changed' })
    expect((await appOf(changed.id)).id).toBe(second.id)
  })

  it('is not by a dry run', async () => {
    const { id } = await makeApplication(admin, { platform: 'ios', bundle_id: 'com.example.dry' })
    const body = { name: 'Dry', platform: 'iOS', direction_slug: 'utilities', bundle_id: 'com.example.dry' }
    await world.send('POST', `${root}/apps?dry_run=1`, body)
    expect(await appOf(id)).toBeNull()
  })
})
