import { expect, it } from 'vitest'
import { render } from '../../../../http/admin/html/html.ts'
import { expectationPlot } from '../../../../http/admin/parts/expectation-plot.ts'

const expectation = {
  metric: 'clicks',
  by: '2026-11-20',
  before_days: { from: '2026-10-30', to: '2026-10-31' },
  after_days: { from: '2026-11-19', to: '2026-11-20' },
} as const
const shown = { title: 'Clicks of Torch', decided: '2026-11-01' }
const draw = (days: { date: string; value: number }[], metric: 'clicks' | 'rating' = 'clicks') =>
  render(expectationPlot({ ...expectation, metric }, { ...shown, days }), 'UTC')

/** Returns the rows of the table of a plot. */
const rowsOf = (page: string) =>
  [...page.matchAll(/<th scope="row">([^<]*)<\/th>\s*<td[^>]*>([^<]*)<\/td>\s*<td[^>]*>([^<]*)</g)].map(
    ([, ...cells]) => cells.join(' '),
  )

it('draws the days before and after as two lines, and marks the decision and its day', () => {
  const page = draw([
    { date: '2026-10-30', value: 5 },
    { date: '2026-11-10', value: 7 },
    { date: '2026-11-20', value: 9 },
  ])
  expect(rowsOf(page)).toEqual(['30 Oct 5 –', '31 Oct – –', '19 Nov – –', '20 Nov – 9'])
  expect(page.match(/class="line tone-muted"/g)?.length).toBe(3)
  expect(page.match(/class="line tone-accent"/g)?.length).toBe(3)
  expect(page.match(/class="mark"/g)?.length).toBe(6)
  expect(page).toMatch(/Decided <time datetime="2026-11-01">[\s\S]*Expected by <time datetime="2026-11-20">/)
})

it('joins the days on which a rating was measured, and is empty where nothing was', () => {
  const page = draw(
    [
      { date: '2026-11-19', value: 4.5 },
      { date: '2026-11-20', value: 4.6 },
    ],
    'rating',
  )
  expect(rowsOf(page)).toEqual(['19 Nov – 4.5', '20 Nov – 4.6'])
  for (const metric of ['clicks', 'rating'] as const)
    expect(draw([], metric)).toContain('No data for this period.')
})
