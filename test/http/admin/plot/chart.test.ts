import { expect, it } from 'vitest'
import { render } from '../../../../http/admin/html/html.ts'
import { inLanguage } from '../../../../http/admin/html/text.ts'
import { chart } from '../../../../http/admin/plot/chart.ts'
import type { Point } from '../../../../http/admin/plot/lane.ts'
import type { Language } from '../../../../src/language/languages.ts'

function plot(language: Language, points: Point[]): string {
  return inLanguage(language, () =>
    // The space within a number is not broken.
    render(chart({ title: 'Clicks', series: [{ name: 'All', tone: 'accent', points }] }), 'UTC').replaceAll(
      /[\u00a0\u202f]/g,
      ' ',
    ),
  )
}

const points: Point[] = [
  { at: '2026-09-09', value: 1204.5 },
  { at: '2026-11-20', value: null, isAbsent: true },
  { at: '2026-11-21', value: 1000, isPartial: true },
]

it.each([
  ['en', ['1,204.5', '21 Nov 2026', '1,000 so far', 'not found', 'Today, so far', 'Numbers']],
  ['ru', ['1 204,5', '21 нояб. 2026 г.', '1 000 пока', 'не найдено', 'Сегодня, пока', 'Числа']],
] as const)('shows its days and numbers in the language of the page: %s', (language, texts) => {
  const body = plot(language, points)
  for (const text of texts) expect(body).toContain(`>${text}<`)
  // The script of plots reads the value from the cell, in every language.
  expect([...body.matchAll(/ data-value="([^"]*)"/g)].map(([, value]) => value)).toEqual(['1204.5', '1000'])
})

it('has room for the labels of its axes in each language', () => {
  for (const language of ['en', 'ru'] as const) {
    const days = ['2026-09-09', '2026-09-29', '2026-11-21']
    const body = plot(
      language,
      days.map((at, index) => ({ at, value: 450_000 * index })),
    )
    for (const [svg = '', viewed] of body.matchAll(/<svg class="\w+" viewBox="0 0 (\d+)[\s\S]*?<\/svg>/g)) {
      const labels = [
        ...svg.matchAll(/<text(?: class="\w+")? x="?([\d.]+)"?[^>]* text-anchor="(\w+)">([^<]*)</g),
      ]
      expect(labels.length).toBeGreaterThan(4)
      for (const [, x, anchor, text = ''] of labels) {
        const width = 5.5 * text.length
        const start = Number(x) - (anchor === 'end' ? width : width / 2)
        expect(start, text).toBeGreaterThanOrEqual(0)
        expect(start + width, text).toBeLessThanOrEqual(Number(viewed))
      }
    }
  }
})

it('says that there is no data', () => {
  expect(plot('ru', [{ at: '2026-11-21', value: null }])).toContain('За этот период данных нет.')
})
