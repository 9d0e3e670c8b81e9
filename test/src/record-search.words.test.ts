import { beforeAll, describe, expect, it } from 'vitest'
import { searchRecords } from '../../src/record-search.ts'
import { makeDecision, makeSignal } from '../support/makers.ts'
import { makeApplication, makeCompany, makeContact } from '../support/operations.ts'
import { makePerson, type TestUser } from '../support/people.ts'
import { makeWorld, type World } from '../support/world.ts'

let world: World
let admin: TestUser
beforeAll(async () => {
  world = await makeWorld()
  admin = await makePerson(world)
})

const search = (q: string) => searchRecords(world.database.read, { q }, { id: admin.id, role: 'admin' })
const inCollection = async (collection: string, q: string) =>
  (await search(q)).find((found) => found.collection === collection)?.records.map(({ title }) => title) ?? []

describe('the search for several words', () => {
  it.each([
    ['signals', makeSignal],
    ['decisions', makeDecision],
  ])('finds %s that contain every word, in any order', async (collection, make) => {
    const title = 'Payment screen fails on every fifth try'
    await make(world, { title })
    await make(world, { title: 'Payment screen is fine' })
    expect(await inCollection(collection, 'payment fails')).toEqual([title])
    expect(await inCollection(collection, 'FIFTH  ails payment payment')).toEqual([title])
    expect(await inCollection(collection, 'fails payment on e fi')).toEqual([title])
    expect(await inCollection(collection, 'on y')).toEqual([title])
    expect(await inCollection(collection, 'payment screen fails on every loris')).toEqual([title])
    expect(await inCollection(collection, 'payment % fails')).toEqual([])
  })

  it('finds words in different columns, but no word across two columns', async () => {
    const { native_id } = await makeApplication(admin, { name: 'Lemur viewer' })
    await makeContact(admin, { name: 'Loris', telegram: 'pottohouse' })
    expect(await inCollection('applications', `${native_id} lemur`)).toEqual(['Lemur viewer'])
    expect(await inCollection('contacts', 'potto lor')).toEqual(['Loris'])
    expect(await search('loris potto aye')).toEqual([])
    expect(await search('lorispotto')).toEqual([])
  })

  it.each([
    ['signals', makeSignal, 'title'],
    ['companies', makeCompany, 'name'],
  ])('prefers %s that contain the words in one piece to newer ones', async (collection, make, name) => {
    const titles = ['Slow loris', 'A slow loris', ...[1, 2, 3, 4, 5].map((copy) => `Loris ${copy} is slow`)]
    for (const title of titles) await make((name === 'title' ? world : admin) as never, { [name]: title })
    expect(await inCollection(collection, 'slow loris')).toEqual([
      'Slow loris',
      'A slow loris',
      'Loris 5 is slow',
      'Loris 4 is slow',
      'Loris 3 is slow',
    ])
  })
})
