import { beforeAll, expect, it } from 'vitest'
import { makePerson, type TestUser } from '../../support/people.ts'
import { makeWorld } from '../../support/world.ts'

let admin: TestUser
beforeAll(async () => {
  admin = await makePerson(await makeWorld())
})

const linkOf = async (query: string) =>
  (await admin.send('GET', `/companies?${query}`)).body.links.first.replace(/^.*\?/, '')

it('keeps every query parameter in the links, and of a long query only those of the route, trimmed', async () => {
  expect(await linkOf('zz=1&status=active&page=2&search=%20a%20')).toBe(
    'zz=1&status=active&search=+a+&page=1',
  )
  expect(await linkOf(`zz=${'1'.repeat(2000)}&status=active&page=2&search=%20a%20`)).toBe(
    'status=active&search=a&page=1',
  )
})
