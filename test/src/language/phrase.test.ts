import { describe, expect, it } from 'vitest'
import {
  anyField,
  dayPhrase,
  FieldName,
  fieldPhrase,
  inEach,
  inSequence,
  phrase,
} from '../../../src/language/phrase.ts'

const labels: Record<string, string> = { due_at: 'Срок', product_slug: 'Продукт', app_slug: 'Приложение' }
const labelOf = (name: string) => labels[name] ?? name

describe('a phrase', () => {
  it('is English as a string and in JSON', () => {
    const notFound = phrase('fault.notFound')
    expect([String(notFound), `${notFound}`, [notFound].join()]).toEqual(Array(3).fill('Not found.'))
    expect(JSON.stringify({ errors: [notFound] })).toBe('{"errors":["Not found."]}')
    expect(notFound.in('ru')).toBe('Не найдено.')
  })

  it('names a field as APIs do, and for people by its label', () => {
    const required = fieldPhrase('validation.required').about('due_at')
    expect(String(required)).toBe('The due at field is required.')
    expect(required.in('en', () => 'due on')).toBe('The due on field is required.')
    expect(required.in('ru', labelOf)).toBe('Заполните поле «Срок».')
    expect(String(required.about('tasks.1.due_at'))).toBe('The tasks.1.due_at field is required.')
  })

  it('contains other phrases and names of fields, in the same language', () => {
    const blocker = phrase('warning.blockerTask', { id: 7 })
    const kept = fieldPhrase('warning.blockerKept', { blocker }).about('blocked_by')
    expect(String(kept)).toBe('The blocked by is still set: task 7. Send null to remove it.')
    expect(kept.in('ru', () => 'Ждёт')).toContain('Поле «Ждёт» всё ещё заполнено: задача № 7.')
    const early = fieldPhrase('validation.dateTooEarly', { from: new FieldName('due_at') }).about('app_slug')
    expect(early.in('ru', labelOf)).toBe('Дата в поле «Приложение» должна быть не раньше даты в поле «Срок».')
  })

  it('has the plural forms of Russian', () => {
    const filters = (count: number) => phrase('refusal.tooManyFilters', { count }).in('ru')
    expect([1, 3, 50, 21].map((count) => filters(count).split(', ')[0])).toEqual([
      'У вас уже 1 сохранённый фильтр',
      'У вас уже 3 сохранённых фильтра',
      'У вас уже 50 сохранённых фильтров',
      'У вас уже 21 сохранённый фильтр',
    ])
  })

  it('formats a number in a sentence by the language', () => {
    const tooMany = phrase('refusal.tooManyChanges', { limit: 1000 })
    expect(String(tooMany)).toContain('More than 1,000 changes match.')
    expect(tooMany.in('ru')).toMatch(/больше 1\s000 изменений/)
  })
})

it('names the fields of which any will do, as clients match them in English', () => {
  const names = anyField(['product_slug', 'app_slug', 'direction_slug'])
  expect(String(names)).toBe('product_slug, app_slug, or direction_slug')
  expect(anyField(['product_slug', 'app_slug']).in('ru', labelOf)).toBe('Продукт или Приложение')
})

it('writes a day as APIs do in English, and in words in Russian', () => {
  expect(String(dayPhrase('2026-11-28'))).toBe('2026-11-28')
  expect(dayPhrase('2026-11-28').in('ru')).toMatch(/^28 нояб\. 2026\sг\.$/)
})

it('puts sentences one after another, and texts that stand beside what they name', () => {
  const both = inSequence([phrase('fault.notFound'), 'As it is.'])
  expect([String(both), both.in('ru')]).toEqual(['Not found. As it is.', 'Не найдено. As it is.'])
  const own = inEach({ en: 'Open', ru: 'Открыта' })
  expect([String(own), own.in('ru')]).toEqual(['Open', 'Открыта'])
})
