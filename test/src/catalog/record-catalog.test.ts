import { expect, it } from 'vitest'
import { entities } from '../../../src/catalog/entities.ts'
import { recordCatalog } from '../../../src/catalog/record-catalog.ts'

// Clicks are statistics: a row is stored for each day, without history.
const withoutHistory = ['click']

it('lists every kind of record with authors, by the record type of its history', () => {
  const types = entities
    .filter(({ meta }) => 'updated_by' in meta.properties)
    .map(({ meta }) => String(meta.className))
    .filter((type) => !withoutHistory.includes(type))
  expect([...recordCatalog.keys()]).toEqual(expect.arrayContaining(types))
})

it('names columns of the tables', () => {
  for (const [type, { entity, title, search }] of recordCatalog) {
    const columns = Object.keys(entity.meta.properties)
    expect([type, ...columns]).toEqual(expect.arrayContaining([type, title, ...search]))
  }
})
