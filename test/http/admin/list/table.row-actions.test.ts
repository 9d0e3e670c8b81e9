import { beforeAll, describe, expect, it } from 'vitest'
import { type Browser, formFields, signIn } from '../../../support/admin.ts'
import { makeSignal, makeTask, root } from '../../../support/makers.ts'
import { makePerson } from '../../../support/people.ts'
import { makeWorld, type World } from '../../../support/world.ts'

let world: World
let admin: Browser
beforeAll(async () => {
  world = await makeWorld()
  admin = await signIn(world, await makePerson(world))
})

const list = '/admin/signals?status=open'
const resolveLink = (id: number) => `/admin/signals/${id}/resolve?${new URLSearchParams({ next: list })}`
const read = async (path: string) => (await world.send('GET', `${root}/${path}`)).body

describe('a signal', () => {
  it('is resolved from the list, which asks for the resolution and is shown again', async () => {
    const { id } = await makeSignal(world, { title: 'Crashes' })
    expect((await admin.get(list)).body).toContain(`href="${resolveLink(id)}"`)
    const asked = await admin.get(resolveLink(id))
    expect(asked.body).toContain('name="resolution"')
    expect(asked.body).toContain(`href="${list}">Cancel<`)
    for (const resolution of ['', '  ']) {
      const refused = await admin.post(resolveLink(id), { ...formFields(asked), resolution })
      expect(refused.status).toBe(422)
      expect(refused.body).toContain('id="error-resolution"')
    }
    const fields = { ...formFields(asked), resolution: 'Released 4.2.1' }
    expect((await admin.post(resolveLink(id), fields)).location).toBe(list)
    const after = await admin.get(list)
    expect(after.body).toContain('Signal resolved.')
    expect(after.body).not.toContain(resolveLink(id))
    const { signal } = await read(`signals/${id}`)
    expect(signal).toMatchObject({ status: 'resolved', resolution: 'Released 4.2.1' })
    expect((await admin.post(resolveLink(id), { ...fields, _form: 'of another page' })).status).toBe(409)
  })

  it('is resolved from its page, which is shown again', async () => {
    const { id } = await makeSignal(world, { title: 'Crashes again' })
    const record = `/admin/signals/${id}`
    expect((await admin.get(record)).body).toContain(`href="${record}/resolve"`)
    expect((await admin.confirm(`${record}/resolve`, { resolution: 'Released 4.2.2' })).location).toBe(record)
    expect((await admin.get(record)).body).not.toContain(`${record}/resolve`)
  })

  it('is not resolved by a form without a resolution, unlike by the API', async () => {
    const { id } = await makeSignal(world, { title: 'Flickers' })
    const form = `/admin/signals/${id}/edit`
    const fields = formFields(await admin.get(form))
    for (const [address, sent] of [
      [form, { ...fields, status: 'resolved' }],
      [`${form}/status`, { status: 'resolved' }],
    ] as const) {
      const { status, body } = await admin.post(address, sent)
      expect(status).toBe(422)
      expect(body).toContain('The resolution field is required when status is resolved.')
    }
    expect((await read(`signals/${id}`)).signal.status).toBe('open')
    const saved = await admin.post(form, { ...fields, status: 'resolved', resolution: 'New driver' })
    expect(saved.status).toBe(303)
    const other = await makeSignal(world, { title: 'Flickers too' })
    const sent = await world.send('PATCH', `${root}/signals/${other.id}`, { status: 'resolved' })
    expect(sent.status).toBe(200)
  })

  it('has no such button for a person who may not change it', async () => {
    await makeSignal(world, { title: 'Open' })
    const inactive = await signIn(world, await makePerson(world, 'manager', { status: 'inactive' }))
    expect((await inactive.get(list)).body).not.toContain('/resolve')
  })
})

describe('a task', () => {
  it('is done from the list, which says what no longer waits for it', async () => {
    const blocker = await makeTask(world, { title: 'First' })
    await makeTask(world, { title: 'Second', status: 'blocked', blocked_by: blocker.id })
    const address = `/admin/tasks/${blocker.id}/done?next=%2Fadmin%2Ftasks`
    expect((await admin.get('/admin/tasks')).body).toContain(`href="${address}"`)
    expect((await admin.get(address)).body).toContain('<button class="primary">Done</button>')
    expect((await admin.post(address)).location).toBe('/admin/tasks')
    const { body } = await admin.get('/admin/tasks')
    expect(body).toContain('Task done. No longer blocked: “Second”.')
    expect(body).not.toContain(address)
    expect((await read(`tasks/${blocker.id}`)).task.status).toBe('done')
  })
})
