import { describe, expect, it } from 'vitest'
import { enumOf, isOldName, labelOf, withOldNames } from '../../../../src/record/rules/enumeration.ts'

describe('an enumeration with old names', () => {
  const levels = withOldNames(
    {
      low: { en: ['Low', 'little'], ru: ['Низкий', 'мало'] },
      high: { en: ['High', 'much'], ru: ['Высокий', 'много'] },
    },
    { severe: 'high' },
  )

  it('accepts and documents an old name', () => {
    const rule = enumOf(levels)
    expect(rule.parse('SEVERE')).toBe('severe')
    expect(rule.safeParse('huge').success).toBe(false)
    expect(rule.out.description).toBe('low: little; high: much; severe: the old name of high.')
    expect(String(labelOf(levels, 'severe'))).toBe('High')
  })

  it('distinguishes old names from current ones', () => {
    expect([isOldName(levels, 'severe'), isOldName(levels, 'high')]).toEqual([true, false])
    expect(isOldName({ severe: { en: ['Severe'], ru: ['Тяжёлый'] } }, 'severe')).toBe(false)
  })
})
