import type { Enumeration } from '../../record/rules/enumeration.ts'

/** What the guard of a canon rule does to a write that meets its condition. */
export const guardEffects = {
  warn: 'stores the write, with a warning',
  refuse: 'rejects the write',
  propose: 'makes the write a proposal, unless an admin sends it',
} as const satisfies Enumeration
