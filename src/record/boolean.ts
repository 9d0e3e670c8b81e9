import { z } from 'zod'
import { rule } from './rule.ts'

const spellings = new Map<unknown, boolean>([
  [1, true],
  [0, false],
  ['1', true],
  ['0', false],
  ['true', true],
  ['false', false],
])

/** True or false; 1, 0 and the four strings of the same meaning are taken as well. */
export const boolean = rule((value) => spellings.get(value) ?? value, z.boolean())
