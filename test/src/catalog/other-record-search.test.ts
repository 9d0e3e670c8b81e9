import { beforeAll, expect, it } from 'vitest'
import { recordCatalog } from '../../../src/catalog/record-catalog.ts'
import { searchRecords } from '../../../src/catalog/record-search.ts'
import { makeOfEveryType } from '../../support/every-type.ts'
import { makePerson, type TestUser } from '../../support/people.ts'
import { makeWorld, type World } from '../../support/world.ts'

let world: World
let admin: TestUser
beforeAll(async () => {
  world = await makeWorld()
  admin = await makePerson(world)
  await makeOfEveryType(world, admin, 'Новогодняя ЁЛКА crashes')
})

const kinds = [...recordCatalog].flatMap(([type, { search }]) =>
  type === 'token' || search.length === 0 ? [] : [type],
)
const found = async (q: string) =>
  (await searchRecords(world.database.read, { q }, { id: admin.id, role: 'admin' })).found.map(
    ({ kind }) => kind,
  )

it.each([
  'ёлки',
  'елкой новогодние',
  'ЕЛК',
  'crash новогодн',
  'CRASHED',
  '"новогодняя елка"',
  'nothing or crashing',
  'ёлка -nothing',
])('finds other forms of words of every kind, regardless of case and ё: %s', async (q) => {
  expect(await found(q)).toEqual(kinds)
})

it.each(['ёлка -crash', '"елка новогодняя"', '-ёлка crashes'])('finds nothing: %s', async (q) => {
  expect(await found(q)).toEqual([])
})
