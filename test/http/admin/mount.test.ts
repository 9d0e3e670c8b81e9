import { beforeAll, expect, test } from 'vitest'
import { signIn } from '../../support/admin.ts'
import { makePerson } from '../../support/people.ts'
import { makeWorld, type World } from '../../support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})

test('a company is created through its form', async () => {
  const browser = await signIn(world, await makePerson(world, 'manager'))
  await browser.get('/admin/companies/new')
  const { status, location } = await browser.post('/admin/companies/new', { name: 'Northwind' })
  expect({ status, location }).toEqual({ status: 303, location: '/admin/companies/1' })
  expect((await browser.get('/admin/companies/1')).body).toContain('Northwind')
})
