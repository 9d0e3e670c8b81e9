import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { ellipsize, truncate } from '../../../../src/record/rules/truncate.ts'

const family = '👩‍👩‍👧'

describe('a text that is cut', () => {
  it.each([0, 1, 2, 3, 4, 5, 6, 7])('has whole characters, at most %i', (max) => {
    for (const text of ['a🚀b🚀c', '🚀🚀🚀🚀', `a${family}b`, 'abcdefghij', '\u{e0001}\u{1f3f4}']) {
      const cut = truncate(text, max)
      expect(cut.isWellFormed()).toBe(true)
      expect([...cut]).toEqual([...text].slice(0, max))
      if (max > 0) {
        const shown = ellipsize(text, max)
        expect(shown.isWellFormed()).toBe(true)
        expect([...shown].length).toBe(Math.min(max, [...text].length))
        expect(shown.endsWith('…')).toBe([...text].length > max)
      }
    }
  })

  it('is cut by this function alone', () => {
    const cuts = globSync('{src,http,mcp,cli,telemetry}/**/*.ts').filter((path) =>
      /\.(slice|substring|substr)\(0, [^)]*(Length|Characters)\b/.test(readFileSync(path, 'utf8')),
    )
    expect(cuts.toSorted()).toEqual([
      // Cuts a list of characters.
      'http/admin/pages/proposals/proposed-value.ts',
      // Leaves out the line in which it cuts.
      'src/notifications/channel/send.ts',
      // Compare words and stems.
      'src/portfolio/similar/fact.ts',
      'src/portfolio/similar/score.ts',
      // These texts are ASCII.
      'src/record/slug-of.ts',
      'src/record/token-format.ts',
    ])
  })
})
