import { z } from 'zod'
import { rule } from './rule.ts'
import { trim } from './text.ts'

/** An enumeration: every value it may have, with what the value means. */
export type Enumeration = Readonly<Record<string, string>>

/** What the values of an enumeration mean, by its schema. */
export const enumerationRegistry = z.registry<{ terms: Enumeration }>()

/** The values of an enumeration, for a column. */
export function values<T extends Enumeration>(terms: T) {
  return Object.keys(terms) as [keyof T & string, ...(keyof T & string)[]]
}

/**
 * One value of an enumeration. Input may be in any case, with `_` for `-`, or an alias such as `urgent`;
 * output is the canonical value.
 */
export function enumOf<T extends Enumeration>(terms: T, aliases: Record<string, keyof T & string> = {}) {
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
      .register(enumerationRegistry, { terms }),
  )
}

function plain(value: string): string {
  return value.toLowerCase().replaceAll('_', '-')
}
