import { expect, it } from 'vitest'
import { changedLabel, changedValue } from '../../../../http/admin/history/changed-value.ts'
import { inLanguage } from '../../../../http/admin/html/text.ts'
import { anyAdmin } from '../../../support/admin-world.ts'

it.each([
  ['en', '90,000', '0.125'],
  ['ru', '90\u00a0000', '0,125'],
] as const)('writes the numbers of a change in the language %s', (language, large, small) => {
  const shown = (value: number) =>
    inLanguage(language, () => changedValue('keyword', 'search_volume', value, anyAdmin, new Map()))
  expect(shown(90_000)).toBe(large)
  expect(shown(0.125)).toBe(small)
})

it('names a field by the word of its type of record', () => {
  const label = (type: string, name: string) => inLanguage('ru', () => changedLabel(type, name))
  expect([label('contact', 'position'), label('keyword', 'position')]).toEqual(['Должность', 'Позиция'])
  expect([label('user', 'name'), label('company', 'name')]).toEqual(['Имя', 'Название'])
})
