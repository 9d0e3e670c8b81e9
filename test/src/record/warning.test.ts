import { describe, expect, it } from 'vitest'
import { ignoredFields, ignoredParameters } from '../../../src/record/warning.ts'

const names = (count: number) => Array.from({ length: count }, (_, index) => `k${index}`)

describe('ignoredFields', () => {
  it('names the first 50 fields and counts the others', () => {
    const warnings = ignoredFields(names(10_000))
    expect(warnings).toHaveLength(51)
    expect(warnings[0]).toEqual({
      field: 'k0',
      message: 'The field "k0" is unknown or read-only and was ignored.',
    })
    expect(warnings[50]).toEqual({
      field: '…',
      message: 'The listed and 9950 more fields are unknown or read-only and were ignored.',
    })
    expect(ignoredFields(names(50))).toHaveLength(50)
    expect(ignoredFields(names(50), 51)[50]?.message).toContain('and 1 more')
    expect(ignoredFields([])).toEqual([])
  })

  it('truncates a name to 100 characters, and not within a character', () => {
    expect(ignoredFields(['k'.repeat(100)])[0]?.field).toBe('k'.repeat(100))
    expect(ignoredFields(['k'.repeat(1_000_000)])[0]).toEqual({
      field: `${'k'.repeat(99)}…`,
      message: `The field "${'k'.repeat(99)}…" is unknown or read-only and was ignored.`,
    })
    expect(ignoredFields([`${'k'.repeat(98)}😀😀😀`])[0]?.field).toBe(`${'k'.repeat(98)}😀…`)
  })
})

describe('ignoredParameters', () => {
  it('names the first 50 query parameters and counts the others', () => {
    expect(ignoredParameters(names(60))[50]?.message).toBe(
      'The listed and 10 more query parameters are unknown and were ignored.',
    )
  })
})
