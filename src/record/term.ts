import { z } from 'zod'
import { rule } from './rule.ts'
import { trim } from './text.ts'

/** An enumeration: every value it may have, with what the value means. */
export type Terms = Readonly<Record<string, string>>

/** What the values of an enumeration mean, by its schema. */
export const meanings = z.registry<{ terms: Terms }>()

/** The values of an enumeration, for a column. */
export function values<T extends Terms>(terms: T) {
  return Object.keys(terms) as [keyof T & string, ...(keyof T & string)[]]
}

/**
 * One value of an enumeration. Input may be in any case, with `_` for `-`, or an alias such as `urgent`;
 * output is the canonical value.
 */
export function term<T extends Terms>(terms: T, aliases: Record<string, keyof T & string> = {}) {
  const canonical = new Map(values(terms).map((value): [string, string] => [plain(value), value]))
  for (const [alias, value] of Object.entries(aliases)) canonical.set(alias, value)
  const told = values(terms).map((value) => (terms[value] ? `${value}: ${terms[value]}` : value))
  return rule(
    (input) => {
      const value = trim(input)
      return typeof value === 'string' ? (canonical.get(plain(value)) ?? value) : value
    },
    z
      .enum(values(terms))
      .meta({ description: `${told.join('; ')}.` })
      .register(meanings, { terms }),
  )
}

function plain(value: string): string {
  return value.toLowerCase().replaceAll('_', '-')
}
