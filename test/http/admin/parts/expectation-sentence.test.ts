import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { inLanguage } from '../../../../http/admin/html/text.ts'
import { expectationSentence, expectationText } from '../../../../http/admin/parts/expectation-sentence.ts'

const clicks = {
  metric: 'clicks',
  direction: 'up',
  at_least: 20,
  by: '2026-12-20',
  days: 28,
  keyword: null,
  country: null,
} as const
const rating = { ...clicks, metric: 'rating', at_least: 0.3 } as const
const position = { ...clicks, metric: 'position', at_least: 5, keyword: 'scan', country: 'DE' } as const
const measured = { before: 100, after: 100 }
const met = { ...measured, verdict: 'met' } as const
const missed = { ...measured, verdict: 'not-met' } as const
const pending = { ...measured, verdict: 'pending' } as const
const unclear = { change: null, verdict: 'unclear' } as const
const today = '2026-12-08'

describe('the sentence about an expectation', () => {
  it.each([
    [{ ...clicks, ...missed, change: 12 }, 'Clicks rose by 12 % where at least 20 % were expected'],
    [{ ...clicks, ...met, change: 1234.56 }, 'Clicks rose by 1,234.5 % where at least 20 % were expected'],
    [{ ...clicks, ...missed, change: 19.97 }, 'Clicks rose by 19.9 % where at least 20 % were expected'],
    [
      { ...clicks, ...met, at_least: 19.95, change: 19.97 },
      'Clicks rose by 19.97 % where at least 19.95 % were expected',
    ],
    [
      { ...clicks, ...missed, change: 0.01 },
      'Clicks rose by less than 0.1 % where at least 20 % were expected',
    ],
    [{ ...clicks, ...met, at_least: 1, change: 1 }, 'Clicks rose by 1 % where at least 1 % was expected'],
    [{ ...clicks, ...missed, change: -5 }, 'Clicks fell by 5 % where a rise of at least 20 % was expected'],
    [{ ...clicks, ...missed, change: 0 }, 'Clicks did not change where a rise of at least 20 % was expected'],
    [
      { ...clicks, ...met, direction: 'down', change: -25 },
      'Clicks fell by 25 % where at least 20 % were expected',
    ],
    [
      { ...clicks, ...missed, direction: 'down', change: 25 },
      'Clicks rose by 25 % where a fall of at least 20 % was expected',
    ],
    [
      { ...rating, ...missed, change: 0.1 },
      'The rating rose by 0.1 points where at least 0.3 points were expected',
    ],
    [
      { ...rating, ...met, at_least: 1, change: 1 },
      'The rating rose by 1 point where at least 1 point was expected',
    ],
    [
      { ...rating, ...missed, change: -0.25 },
      'The rating fell by 0.2 points where a rise of at least 0.3 points was expected',
    ],
    [
      { ...position, ...met, change: -7.5 },
      'The position rose by 7.5 places where at least 5 places were expected',
    ],
    [
      { ...position, ...missed, change: 1 },
      'The position fell by 1 place where a rise of at least 5 places was expected',
    ],
    [
      { ...position, ...met, direction: 'down', change: 6 },
      'The position fell by 6 places where at least 5 places were expected',
    ],
  ] as const)('says what changed and what was expected: %j', (expectation, sentence) => {
    expect(expectationSentence(expectation, today)).toBe(sentence)
  })

  it.each([
    ['2026-12-08', 'Clicks rose by 12 % so far where at least 20 % are expected: 12 days left'],
    ['2026-12-19', 'Clicks rose by 12 % so far where at least 20 % are expected: 1 day left'],
    ['2026-12-20', 'Clicks rose by 12 % so far where at least 20 % are expected: today is the last day'],
  ])('says on %s how many days are left', (day, sentence) => {
    expect(expectationSentence({ ...clicks, ...pending, change: 12 }, day)).toBe(sentence)
  })

  it('says before the last day that the change goes another way, or that there is none to compare', () => {
    expect(expectationSentence({ ...position, ...pending, change: 2 }, today)).toBe(
      'The position fell by 2 places so far where a rise of at least 5 places is expected: 12 days left',
    )
    expect(expectationSentence({ ...clicks, ...pending, after: null, change: null }, today)).toBe(
      'Clicks up at least 20 % by 20 Dec 2026: nothing can be compared yet, 12 days left',
    )
  })

  it.each([
    [
      { before: null, after: null },
      'nothing was measured in the 28 days before the decision and in the last 28 days',
    ],
    [{ before: null, after: 9 }, 'nothing was measured in the 28 days before the decision'],
    [{ before: 9, after: null }, 'nothing was measured in the last 28 days'],
    [{ before: 0, after: 9 }, 'there were no clicks in the 28 days before the decision'],
    [{ before: 9, after: 9 }, 'clicks were recorded on only 13 of the 28 days before the decision'],
  ])('says why the verdict is unclear: %j', (values, reason) => {
    expect(expectationSentence({ ...clicks, ...unclear, ...values }, today, { before: 13, after: 14 })).toBe(
      `It is unclear whether clicks rose by at least 20 %: ${reason}`,
    )
  })

  it('says on how many days of either period clicks were recorded', () => {
    const few = { ...clicks, ...unclear, before: 9, after: 9, direction: 'down' } as const
    expect(expectationSentence(few, today, { before: 3, after: 0 })).toBe(
      'It is unclear whether clicks fell by at least 20 %: clicks were recorded on only 3 of the 28 days before the decision and on 0 of the last 28 days',
    )
    expect(expectationSentence(few, today, { before: 14, after: 13 })).toMatch(/only 13 of the last 28 days$/)
  })

  const amounts = fc.integer({ min: 1, max: 1_000_000 }).map((hundredths) => hundredths / 100)
  it('never shows a change as large as the expected one unless it is', () => {
    const change = fc.double({ min: -1000, max: 1000, noNaN: true })
    fc.assert(
      fc.property(amounts, change, (at_least, change) => {
        const verdict = change >= at_least ? 'met' : 'not-met'
        const sentence = expectationSentence({ ...clicks, ...measured, at_least, change, verdict }, today)
        const [, shown] = /rose by ([\d,.]+) %/.exec(sentence) ?? []
        if (shown) expect(Number(shown.replaceAll(',', '')) >= at_least).toBe(change >= at_least)
      }),
    )
  })
})

it('shortens an expectation to what is expected and by when', () => {
  expect(expectationText(clicks)).toBe('Clicks up at least 20 % by 20 Dec 2026')
  expect(expectationText({ ...position, direction: 'down' })).toBe(
    'Position for “scan” in DE down at least 5 places by 20 Dec 2026',
  )
})

describe('an expectation in Russian', () => {
  it.each([
    [{ ...clicks, ...missed, change: 12.5 }, 'Клики выросли на 12,5\u00A0%, ожидалось хотя бы на 20\u00A0%'],
    [
      { ...clicks, ...missed, change: -5 },
      'Клики снизились на 5\u00A0%, ожидалось повышение хотя бы на 20\u00A0%',
    ],
    [{ ...rating, ...missed, change: 0.1 }, 'Рейтинг вырос на 0,1 балла, ожидалось хотя бы на 0,3 балла'],
    [{ ...position, ...met, change: -7 }, 'Позиция улучшилась на 7 мест, ожидалось хотя бы на 5 мест'],
    [
      { ...position, ...missed, change: 1 },
      'Позиция ухудшилась на 1 место, ожидалось повышение хотя бы на 5 мест',
    ],
    [
      { ...clicks, ...pending, change: 12 },
      'Клики выросли на 12\u00A0%, ожидается хотя бы на 20\u00A0%: осталось 12 дней',
    ],
    [
      { ...rating, ...unclear, before: 9, after: null },
      'Неясно, вырос ли рейтинг хотя бы на 0,3 балла: нет измерений за последние 28 дней',
    ],
  ] as const)('is a sentence: %j', (expectation, sentence) => {
    expect(inLanguage('ru', () => expectationSentence(expectation, today))).toBe(sentence)
  })

  it('has its day as text', () => {
    expect(inLanguage('ru', () => expectationText(clicks))).toBe(
      'Клики: рост хотя бы на 20\u00A0% к 20 дек. 2026 г.',
    )
  })
})
