import { beforeAll, describe, expect, it } from 'vitest'
import { searchRecords } from '../../../src/catalog/record-search.ts'
import { makeDecision, makeSignal } from '../../support/makers.ts'
import { makeApplication, makeCompany, makeContact } from '../../support/operations.ts'
import { makePerson, type TestUser } from '../../support/people.ts'
import { makeWorld, type World } from '../../support/world.ts'

let world: World
let admin: TestUser
beforeAll(async () => {
  world = await makeWorld()
  admin = await makePerson(world)
})

const searchAll = (q: string) => searchRecords(world.database.read, { q }, { id: admin.id, role: 'admin' })
const search = async (q: string) => (await searchAll(q)).found
const ofKind = async (kind: string, q: string) =>
  (await search(q)).find((found) => found.kind === kind)?.records.map(({ title }) => title) ?? []

describe('the search for several words', () => {
  it.each([
    ['signal', makeSignal],
    ['decision', makeDecision],
  ])('finds %s that contain every word, in any order', async (kind, make) => {
    const title = 'Payment screen fails on every fifth try'
    await make(world, { title })
    await make(world, { title: 'Payment screen is fine' })
    expect(await ofKind(kind, 'payment fails')).toEqual([title])
    expect(await ofKind(kind, 'FIFTH  fails payments payment')).toEqual([title])
    expect(await ofKind(kind, 'fails payment on fif')).toEqual([title])
    expect(await ofKind(kind, 'payment % failed')).toEqual([title])
  })

  it('finds words in different columns, but no word across two columns', async () => {
    const { native_id } = await makeApplication(admin, { name: 'Lemur viewer' })
    await makeContact(admin, { name: 'Loris', telegram: 'pottohouse' })
    expect(await ofKind('application', `${native_id} lemur`)).toEqual(['Lemur viewer'])
    expect(await ofKind('contact', 'potto lor')).toEqual(['Loris'])
    expect(await search('loris potto aye')).toEqual([])
    expect(await search('lorispotto')).toEqual([])
  })

  it.each([
    ['signal', makeSignal, 'title', ['A slow loris', 'Slow loris']],
    ['company', makeCompany, 'name', ['Slow loris', 'A slow loris']],
  ])('prefers %s that contain the words in one piece to newer ones', async (kind, make, name, first) => {
    const titles = ['Slow loris', 'A slow loris', ...[1, 2, 3, 4, 5].map((copy) => `Loris ${copy} is slow`)]
    for (const title of titles) await make((name === 'title' ? world : admin) as never, { [name]: title })
    const others = [5, 4, 3].map((copy) => `Loris ${copy} is slow`)
    expect(await ofKind(kind, 'slow loris')).toEqual([...first, ...others])
  })

  it('finds portfolio records with some of the words only if no record of any kind has all', async () => {
    await makeSignal(world, { title: 'Aye aye at night' })
    await makeContact(admin, { name: 'Aye Indri' })
    const relaxed = await searchAll('aye sifaka')
    expect([relaxed.relaxed, relaxed.found.map(({ kind }) => kind)]).toEqual([true, ['signal']])
    const full = await searchAll('aye indri')
    expect([full.relaxed, full.found.map(({ kind }) => kind)]).toEqual([false, ['contact']])
    expect(await searchAll('sifaka galago')).toMatchObject({ relaxed: false, found: [] })
  })
})
