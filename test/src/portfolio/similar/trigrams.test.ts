import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { similarity, trigramsOf } from '../../../../src/portfolio/similar/trigrams.ts'
import { makeWorld } from '../../../support/world.ts'

const score = (a: string, b: string) => similarity(trigramsOf(a), trigramsOf(b))
const word = fc.oneof(
  fc.lorem({ maxCount: 1 }),
  fc.string({ unit: fc.constantFrom('a', 'B', '1', '-', ' ') }),
)
const title = fc.array(word, { maxLength: 6 }).map((words) => words.join(' '))

describe('the similarity of two texts', () => {
  it('is the one that pg_trgm computes, for texts in ASCII', async () => {
    const { database } = await makeWorld()
    const pairs = fc.sample(fc.tuple(title, title), 300).flatMap(
      ([a, b]) =>
        [
          [a, b],
          [a, `${a} ${b}`],
        ] as const,
    )
    const rows = await database.read<{ score: number }>({
      text: 'select similarity(a, b) as score from unnest($1::text[], $2::text[]) with ordinality as t (a, b, place) order by place',
      values: [pairs.map(([a]) => a), pairs.map(([, b]) => b)],
    })
    for (const [index, [a, b]] of pairs.entries())
      expect(score(a, b)).toBeCloseTo(rows[index]?.score ?? -1, 5)
  })

  it('is symmetric, from 0 to 1, and 1 for the same words', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (a, b) => {
        expect(score(a, b)).toBe(score(b, a))
        expect(score(a, b)).toBeGreaterThanOrEqual(0)
        expect(score(a, b)).toBeLessThanOrEqual(1)
        if (trigramsOf(a).size > 0) expect(score(a, a)).toBe(1)
      }),
    )
  })

  it.each([
    ['Счёт-фактура не приходит', 'СЧЕТ фактура, не приходит!', 1],
    ['Ｃｒａｓｈ', 'crash', 1],
    ['Установки упали на 20 процентов', 'Установки выросли на 20 процентов', 0.71],
    ['', '—', 0],
  ])('of "%s" and "%s" is %d', (a, b, expected) => {
    expect(score(a, b)).toBeCloseTo(expected, 2)
  })
})
