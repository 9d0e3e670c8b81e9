import { beforeAll, expect, it } from 'vitest'
import { type Browser, formFields, signIn } from '../../../support/admin.ts'
import { makeSignal } from '../../../support/makers.ts'
import { makePerson } from '../../../support/people.ts'
import { makeWorld } from '../../../support/world.ts'

const list = '/admin/signals?severity=high&per_page=2'
const ids: number[] = []

let admin: Browser
beforeAll(async () => {
  const world = await makeWorld()
  admin = await signIn(world, await makePerson(world))
  for (const severity of ['high', 'low', 'high', 'high'])
    ids.push((await makeSignal(world, { title: `Is ${severity}`, severity })).id)
})

const formOf = (id: number | undefined, back = list) =>
  `/admin/signals/${id}/edit?${new URLSearchParams({ back })}`

/** Saves a form with other values and returns the address that it leads to. */
async function save(address: string, fields: Record<string, string> = {}) {
  const form = await admin.get(address)
  const { location } = await admin.post(address, { ...formFields(form), _next: '1', ...fields })
  return location
}

it('leads to the next record of the filtered list, on the next page too, and at its end to the list', async () => {
  const [oldest, , middle, newest] = ids
  expect((await admin.get(formOf(newest))).body).toContain('name="_next" value="1">Save and next<')
  expect(await save(formOf(newest), { title: 'First' })).toBe(formOf(middle))
  expect(await save(formOf(middle), { title: 'Second' })).toBe(formOf(oldest, `${list}&page=2`))
  expect((await admin.get(formOf(oldest, `${list}&page=2`))).body).toContain('Signal saved.')
  expect(await save(formOf(oldest, `${list}&page=2`), { title: 'Third' })).toBe(`${list}&page=2`)
})

it('goes on with the record that followed when the change takes the record out of the list', async () => {
  const [, , middle, newest] = ids
  expect(await save(formOf(newest), { severity: 'low' })).toBe(formOf(middle))
})

it('is not offered in a form that was not opened from a list', async () => {
  for (const back of ['/admin/tasks?status=open', 'https://other.test/admin/signals', '/admin/signals/1']) {
    const address = formOf(ids[0], back)
    expect((await admin.get(address)).body).not.toContain('Save and next')
    expect(await save(address, { title: back })).toBe(`/admin/signals/${ids[0]}`)
  }
})
