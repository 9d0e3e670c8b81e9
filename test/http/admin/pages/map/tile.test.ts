import { expect, it } from 'vitest'
import { inLanguage } from '../../../../../http/admin/html/text.ts'
import { lowerEnd, whyOf } from '../../../../../http/admin/pages/map/tile.ts'
import type { MappedProduct } from '../../../../../src/catalog/map/read.ts'

it.each([
  ['100,000+', 100_000],
  ['100 000+', 100_000],
  ['1.000.000+', 1_000_000],
  ['100K–500K', 100_000],
  ['1.5M+', 1_500_000],
  ['1,5 млн', 1_500_000],
  ['50 тыс.', 50_000],
  ['5', 5],
  ['more', 0],
])('the installs band %s begins at %i', (band, installs) => {
  expect(lowerEnd(band)).toBe(installs)
})

const product: MappedProduct = {
  id: 1,
  slug: 'scanner',
  name: 'Scanner',
  portfolio_status: 'core',
  is_favorite: false,
  direction: { id: 1, slug: 'utilities', name: 'Utilities' },
  unresolved: 3,
  worst: { id: 2, title: 'It crashes', signal_type: 'problem', severity: 'high' },
  clicks: { current: 1021, previous: 1000 },
  installs: [],
  overdue_tasks: 2,
  overdue_reviews: 1,
}

it('the sentences say why a product looks as it does, in the language of the person', () => {
  expect(whyOf(product)).toBe(
    'High problem: “It crashes”, one of 3 unresolved signals. 2 overdue tasks and 1 overdue decision review. 1,021 clicks in 28 days, 2% more than in the 28 days before.',
  )
  expect(inLanguage('ru', () => whyOf(product)).replaceAll('\u00a0', ' ')).toBe(
    'Проблема высокой важности: «It crashes». Всего 3 нерешённых сигнала. 2 просроченные задачи и 1 просроченный пересмотр решения. 1 021 клик за 28 дней, на 2 % больше, чем за предыдущие 28 дней.',
  )
})
