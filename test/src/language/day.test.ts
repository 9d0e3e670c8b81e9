import { expect, it } from 'vitest'
import { dayPhrase, phrase } from '../../../src/language/phrase.ts'

const due = phrase('dashboard.reviewDecision', { day: dayPhrase('2026-11-28') })

it('a day in a phrase is written by the language of people', () => {
  expect(due.in('en')).toBe('Review the decision, due on 28 Nov 2026.')
  expect(due.in('ru')).toBe('Пересмотреть решение, срок — 28 нояб. 2026 г.')
})

it('a day in a phrase is as it is stored for programs', () => {
  expect(String(due)).toBe('Review the decision, due on 2026-11-28.')
  expect(JSON.stringify({ due })).toBe('{"due":"Review the decision, due on 2026-11-28."}')
})
