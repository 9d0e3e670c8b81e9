import { beforeAll, describe, expect, it } from 'vitest'
import { type Browser, openBrowser, signIn } from '../../../support/admin.ts'
import { makeApp, makeProduct } from '../../../support/makers.ts'
import { makeNamed } from '../../../support/notes.ts'
import { makePerson } from '../../../support/people.ts'
import { makeWorld, type World } from '../../../support/world.ts'

let world: World
let manager: Browser
beforeAll(async () => {
  world = await makeWorld()
  manager = await signIn(world, await makePerson(world, 'manager'))
  for (let number = 1; number <= 11; number++) await makeProduct(world, { name: `Torch ${number}` })
  const { send } = await makePerson(world)
  await send('POST', '/companies', { name: 'Northwind' })
  await send('POST', '/companies', { name: 'Contoso' })
})

const suggested = async (path: string, browser = manager) => {
  const { status, body } = await browser.get(`/admin/suggestions/${path}`)
  return status === 200 ? JSON.parse(body) : status
}

describe('GET /admin/suggestions/{collection}', () => {
  it('returns the names of the records that contain the text, with their ids', async () => {
    expect(await suggested('companies?q=wind')).toEqual([
      { value: 'Northwind', label: '1', key: 'company 1' },
    ])
  })

  it('labels the names with slugs if the control takes slugs', async () => {
    expect(await suggested('products?q=torch%2011')).toEqual([
      { value: 'Torch 11', label: 'torch-11, Utilities', key: 'product 11' },
    ])
  })

  it('returns the ten newest records without a text', async () => {
    const found = await suggested('products')
    expect(found).toHaveLength(10)
    expect(found[0].value).toBe('Torch 11')
  })

  it('adds the slugs to a name that two of the records have', async () => {
    await makeApp(world, { name: 'Scanner', platform: 'iOS' })
    await makeApp(world, { name: 'Scanner', platform: 'Android' })
    expect(await suggested('apps?q=scanner')).toEqual([
      { value: 'Scanner (scanner-2)', label: 'scanner-2, Android', key: 'app 2' },
      { value: 'Scanner (scanner)', label: 'scanner, iOS', key: 'app 1' },
    ])
  })

  it('names users who may own work, and one whose name another user has by the email', async () => {
    const [one, other] = [await makeNamed(world, 'Twin'), await makeNamed(world, 'Twin')]
    await makeNamed(world, 'Twin Lis')
    await makeNamed(world, 'Twin Lis', { status: 'blocked' })
    expect(await suggested('owners?q=twin')).toEqual([
      { value: one.email, label: 'Twin, Manager' },
      { value: other.email, label: 'Twin, Manager' },
      { value: 'Twin Lis', label: 'Manager' },
    ])
  })

  it('returns nothing for a text that the list rejects', async () => {
    expect(await suggested(`companies?q=${'x'.repeat(300)}`)).toEqual([])
  })

  it('returns 403 to a person who may not see the list', async () => {
    const user = await signIn(world, await makePerson(world, 'user'))
    expect(await suggested('companies?q=x', user)).toBe(403)
    expect(await suggested('companies?q=x', openBrowser(world))).toBe(303)
    expect(await suggested('nothing?q=x')).toBe(404)
  })
})
