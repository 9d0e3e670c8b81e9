import { beforeAll, expect, it } from 'vitest'
import { formFields } from '../../../support/admin.ts'
import { type AdminWorld, makeAdminWorld } from '../../../support/admin-world.ts'

let world: AdminWorld
beforeAll(async () => {
  world = await makeAdminWorld()
})

it('takes evidence as typed text, and links both records', async () => {
  const [signal, other] = world.made.signals as [number, number]
  const decision = `/admin/decisions/${world.made.decisions?.[1]}`
  const edit = async (evidence: string) => {
    const form = formFields(await world.admin.get(`${decision}/edit`))
    return world.admin.post(`${decision}/edit`, { ...form, evidence })
  }
  expect((await edit(`signal ${signal}; Signal #${other}`)).location).toBe(decision)
  const { evidence } = formFields(await world.admin.get(`${decision}/edit`))
  expect(evidence).toMatch(new RegExp(`^alpha .* \\(signal ${signal}\\); .* \\(signal ${other}\\)$`))
  const { body: page } = await world.admin.get(decision)
  expect(page).toContain(`<a href="/admin/signals/${signal}">`)
  expect(page).toMatch(
    new RegExp(`<ins[^>]*>alpha [^<]*\\(signal ${signal}\\), [^<]*\\(signal ${other}\\)</ins>`),
  )
  expect((await world.admin.get(`/admin/signals/${signal}`)).body).toContain(`<a href="${decision}">`)
  for (const wrong of ['nonsense', 'signal 99999', `signal ${signal}, signal ${signal}`]) {
    const { status, body } = await edit(wrong)
    expect(status).toBe(422)
    expect(body).toContain('id="error-evidence"')
    expect(body).toMatch(
      new RegExp(
        `name="evidence"[^>]*value="[^"]*${wrong.split(', ').at(-1)}|value="[^"]*${wrong.split(', ').at(-1)}[^>]*name="evidence"`,
      ),
    )
  }
  expect((await edit('')).location).toBe(decision)
  expect((await world.admin.get(decision)).body).not.toContain(`<a href="/admin/signals/${signal}">`)
})

it('is set back by the revert of a change', async () => {
  const [signal, other] = world.made.signals as [number, number]
  const decision = `/admin/decisions/${world.made.decisions?.[0]}`
  const edit = async (evidence: string) =>
    world.admin.post(`${decision}/edit`, {
      ...formFields(await world.admin.get(`${decision}/edit`)),
      evidence,
    })
  await edit(`signal ${signal}`)
  await edit(`signal ${other}`)
  const { body } = await world.admin.get(decision)
  const id = Math.max(
    ...[...body.matchAll(/\/admin\/activity\/(\d+)\/revert/g)].map(([, found]) => Number(found)),
  )
  await world.admin.get(`/admin/activity/${id}/revert`)
  expect((await world.admin.post(`/admin/activity/${id}/revert`)).location).toBe(decision)
  expect(formFields(await world.admin.get(`${decision}/edit`)).evidence).toContain(`(signal ${signal})`)
})
