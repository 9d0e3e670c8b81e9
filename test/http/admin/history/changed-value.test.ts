import { expect, it } from 'vitest'
import { changedLabel, changedValue } from '../../../../http/admin/history/changed-value.ts'
import { inLanguage } from '../../../../http/admin/html/text.ts'
import type { Person } from '../../../../src/access/person.ts'

const admin = { id: 1, name: 'Anna', role: 'admin' } as Person

it.each([
  ['en', '4.3', '9,950'],
  ['ru', '4,3', '9\u00A0950'],
] as const)('writes a number by the rules of the language: %s', (language, rating, count) => {
  const shown = (name: string, value: number) =>
    inLanguage(language, () => changedValue('store_truth', name, value, admin, new Map()))
  expect(shown('rating', 4.3)).toBe(rating)
  expect(shown('ratings_count', 9950)).toBe(count)
})

it('calls a field as its kind does', () => {
  const label = (record_type: string, name: string) => inLanguage('ru', () => changedLabel(record_type, name))
  expect(label('contact', 'position')).toBe('Должность')
  expect(label('keyword_position', 'position')).toBe('Позиция')
  expect(label('contact', 'status')).toBe('Статус')
})
