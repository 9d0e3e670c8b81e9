import { beforeAll, expect, it } from 'vitest'
import { withoutEmptyParameters } from '../../../../http/admin/list/list-request.ts'
import { type Browser, signIn } from '../../../support/admin.ts'
import { makePerson } from '../../../support/people.ts'
import { makeWorld } from '../../../support/world.ts'

let admin: Browser
beforeAll(async () => {
  const world = await makeWorld()
  admin = await signIn(world, await makePerson(world))
})

it.each([
  ['/admin/signals?status=open&severity=&q=', '/admin/signals?status=open'],
  ['/admin/signals?severity=&q=', '/admin/signals'],
  ['/admin/companies?search=a%26b&status=', '/admin/companies?search=a%26b'],
  ['/admin/activity?actor=&surface=http&since=', '/admin/activity?surface=http'],
  ['/admin/proposals?status=pending&kind=', '/admin/proposals?status=pending'],
  ['/admin/api-request-logs?path=&status=403', '/admin/api-request-logs?status=403'],
])('leads from %s to %s', async (sent, address) => {
  expect(await admin.get(sent)).toMatchObject({ status: 303, location: address })
  expect((await admin.get(address)).status).toBe(200)
})

it('keeps an address without empty parameters', () => {
  expect(withoutEmptyParameters({ url: '/admin/signals?q=%3D&status=open' })).toBeUndefined()
  expect(withoutEmptyParameters({ url: '/admin/signals' })).toBeUndefined()
})
