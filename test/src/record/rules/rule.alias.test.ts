import { expect, it } from 'vitest'
import { z } from 'zod'
import { aliasOf, filterAliases } from '../../../../src/record/rules/rule.ts'

it('aliasOf returns an optional filter that is described and registered as an alias', () => {
  const state = aliasOf('status', z.string())
  expect([state.parse(undefined), state.parse('open')]).toEqual([undefined, 'open'])
  expect(state.description).toBe('Alias of status')
  expect(filterAliases.get(state)).toEqual({ of: 'status' })
})
