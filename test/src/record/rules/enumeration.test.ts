import { describe, expect, it } from 'vitest'
import { enumOf, isOldName, withOldNames } from '../../../../src/record/rules/enumeration.ts'

describe('an enumeration with old names', () => {
  const levels = withOldNames({ low: 'little', high: 'much' }, { severe: 'high' })

  it('accepts and documents an old name', () => {
    const rule = enumOf(levels)
    expect(rule.parse('SEVERE')).toBe('severe')
    expect(rule.safeParse('huge').success).toBe(false)
    expect(levels.severe).toBe('the old name of high')
  })

  it('distinguishes old names from current ones', () => {
    expect([isOldName(levels, 'severe'), isOldName(levels, 'high')]).toEqual([true, false])
    expect(isOldName({ severe: '' }, 'severe')).toBe(false)
  })
})
