import { expect, it } from 'vitest'
import { importKinds } from '../../../../src/portfolio/import/import-kinds.ts'
import { mappingByName } from '../../../../src/portfolio/import/mapping.ts'

it('maps a column by the name of a field or by its label in any language', () => {
  const labels = { app_slug: ['App', 'Приложение'], keyword: ['Keyword', 'Ключ'], country: ['Country'] }
  const names = ['ПРИЛОЖЕНИЕ', 'keyword', 'Country', 'Position', 'Ключ']
  const { columns } = mappingByName(importKinds['keyword-positions'], names, labels)
  expect(columns).toEqual({ app_slug: 1, keyword: 2, country: 3, position: 4 })
})
