import { z } from 'zod'
import { rule } from './rule.ts'

const booleans = new Map<unknown, boolean>([
  [1, true],
  [0, false],
  ['1', true],
  ['0', false],
  ['true', true],
  ['false', false],
])

/** A boolean. `1`, `0` and the strings `"1"`, `"0"`, `"true"` and `"false"` are accepted as well. */
export const boolean = rule((value) => booleans.get(value) ?? value, z.boolean())
