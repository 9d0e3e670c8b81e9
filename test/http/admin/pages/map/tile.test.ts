import { expect, it } from 'vitest'
import { lowerEnd } from '../../../../../http/admin/pages/map/tile.ts'

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
