import { z } from 'zod'
import { innerRule, rule } from './rule.ts'
import { trim } from './text.ts'

/** The values of an enumeration, each with its meaning. */
export type Enumeration = Readonly<Record<string, string>>

const scales = new WeakSet<Enumeration>()

/**
 * Declares an enumeration of degrees, from the lowest to the highest, or of stages, from the first to the last. Lists are
 * sorted by it in this order.
 */
export function scale<const T extends Enumeration>(degrees: T): T {
  scales.add(degrees)
  return degrees
}

/** Returns whether an enumeration was declared by `scale`. */
export function isScale(enumeration: Enumeration): boolean {
  return scales.has(enumeration)
}

const oldNames = new WeakMap<Enumeration, Set<string>>()

/**
 * Returns an enumeration that also accepts old names of its values. `renamed` has the current value of each old name.
 * Old names are documented, but not offered as choices.
 */
export function withOldNames<T extends Enumeration, Old extends Record<string, keyof T & string>>(
  enumeration: T,
  renamed: Old,
): T & Record<keyof Old, string> {
  const meanings = Object.entries(renamed).map(([old, current]) => [old, `the old name of ${current}`])
  const extended = { ...enumeration, ...(Object.fromEntries(meanings) as Record<keyof Old, string>) }
  oldNames.set(extended, new Set(Object.keys(renamed)))
  return extended
}

/** Returns whether a value of an enumeration is the old name of another one. */
export function isOldName(enumeration: Enumeration, value: string): boolean {
  return oldNames.get(enumeration)?.has(value) ?? false
}

/** The enumeration of each schema that `enumOf` returned. */
export const enumerationRegistry = z.registry<{ enumeration: Enumeration }>()

/** Returns the values of an enumeration, for a column. */
export function values<T extends Enumeration>(enumeration: T) {
  return Object.keys(enumeration) as [keyof T & string, ...(keyof T & string)[]]
}

/**
 * Returns the rule for one value of an enumeration. Input is accepted in any case, with `_` instead of `-`,
 * or as an alias such as `urgent`; output is the canonical value.
 */
export function enumOf<T extends Enumeration>(
  enumeration: T,
  aliases: Record<string, keyof T & string> = {},
) {
  const canonical = new Map(values(enumeration).map((value): [string, string] => [fold(value), value]))
  for (const [alias, value] of Object.entries(aliases)) canonical.set(alias, value)
  const meanings = values(enumeration).map((value) =>
    enumeration[value] ? `${value}: ${enumeration[value]}` : value,
  )
  return rule(
    (input) => {
      const value = trim(input)
      return typeof value === 'string' ? (canonical.get(fold(value)) ?? value) : value
    },
    z
      .enum(values(enumeration))
      .meta({ description: `${meanings.join('; ')}.` })
      .register(enumerationRegistry, { enumeration }),
  )
}

/** Returns the enumeration whose values a rule accepts. */
export function enumerationOf(rule: z.ZodType | undefined): Enumeration | undefined {
  return rule && (enumerationRegistry.get(rule as never)?.enumeration ?? enumerationOf(innerRule(rule)))
}

function fold(value: string): string {
  return value.toLowerCase().replaceAll('_', '-')
}
