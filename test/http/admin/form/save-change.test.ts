import { beforeAll, expect, it } from 'vitest'
import { type Browser, formFields, signIn } from '../../../support/admin.ts'
import { makeTask } from '../../../support/makers.ts'
import { makePerson } from '../../../support/people.ts'
import { makeWorld, type World } from '../../../support/world.ts'

let world: World
let browser: Browser
beforeAll(async () => {
  world = await makeWorld()
  browser = await signIn(world, await makePerson(world))
})

it('names the tasks that a finished task no longer blocks, from its form and from the form of a field', async () => {
  for (const path of ['edit', 'edit/status']) {
    const { id } = await makeTask(world, { title: 'First' })
    const waiting = await makeTask(world, { title: `Then by ${path}`, blocked_by: id })
    const form = formFields(await browser.get(`/admin/tasks/${id}/${path}`))
    const { location = '' } = await browser.post(`/admin/tasks/${id}/${path}`, { ...form, status: 'done' })
    const { body } = await browser.get(location)
    expect(body).toContain(`aved. No longer blocked: “Then by ${path}”.</p>`)
    expect(formFields(await browser.get(`/admin/tasks/${waiting.id}/edit`)).status).toBe('open')
  }
})

it('names none after another change', async () => {
  const { id } = await makeTask(world)
  const form = formFields(await browser.get(`/admin/tasks/${id}/edit`))
  const { location = '' } = await browser.post(`/admin/tasks/${id}/edit`, { ...form, title: 'Other' })
  expect((await browser.get(location)).body).toContain('>Task saved.</p>')
})
