import { expect, it } from 'vitest'
import { assignStatementName } from '../../../src/database/read.ts'

it('gives a thousand statements a constant name, and further statements none', () => {
  const names = Array.from({ length: 1200 }, (_, number) => assignStatementName(`select ${number}`))
  expect(new Set(names.slice(0, 1000)).size).toBe(1000)
  expect(names.slice(1000).every((name) => name === undefined)).toBe(true)
  expect(assignStatementName('select 7')).toBe(names[7])
})
