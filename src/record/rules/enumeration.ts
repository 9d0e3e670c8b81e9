import { z } from 'zod'
import type { Language } from '../../language/languages.ts'
import { inEach, type Phrase } from '../../language/phrase.ts'
import { innerRule, rule } from './rule.ts'
import { trim } from './text.ts'

/** What people read of a value, in each language: its label, and its meaning unless the label says it all. */
type ValueTexts = Readonly<Record<Language, readonly [label: string, meaning?: string]>>

/** The values of an enumeration, each with its label and its meaning: `low: { en: ['Low', 'can wait'], ru: […] }`. */
export type Enumeration = Readonly<Record<string, ValueTexts>>

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
): T & Record<keyof Old, ValueTexts> {
  const texts = Object.entries(renamed).map(([old, current]) => [old, oldNameTexts(enumeration, current)])
  const extended = { ...enumeration, ...(Object.fromEntries(texts) as Record<keyof Old, ValueTexts>) }
  oldNames.set(extended, new Set(Object.keys(renamed)))
  return extended
}

function oldNameTexts(enumeration: Enumeration, current: string): ValueTexts {
  const { en, ru } = enumeration[current] as ValueTexts
  return { en: [en[0], `the old name of ${current}`], ru: [ru[0], `прежнее имя ${current}`] }
}

/** Returns whether a value of an enumeration is the old name of another one. */
export function isOldName(enumeration: Enumeration, value: string): boolean {
  return oldNames.get(enumeration)?.has(value) ?? false
}

/** The enumeration of each schema that `enumOf` returned. */
export const enumerationRegistry = z.registry<{ enumeration: Enumeration }>()

/** Returns the enumeration of values that have the same name in every language, such as products of others. */
export function ofNames<Value extends string>(names: Readonly<Record<Value, string>>) {
  const entries = Object.entries<string>(names).map(([value, name]) => [value, { en: [name], ru: [name] }])
  return Object.fromEntries(entries) as Record<Value, ValueTexts>
}

/** Returns the label of a value in every language. Undefined for a text that is no value of the enumeration. */
export function labelOf(enumeration: Enumeration, value: string): Phrase | undefined {
  if (!Object.hasOwn(enumeration, value)) return undefined
  const { en, ru } = enumeration[value] as ValueTexts
  return inEach({ en: en[0], ru: ru[0] })
}

/** Returns the meaning of a value in every language. Undefined if the label says it all. */
export function meaningOf(enumeration: Enumeration, value: string): Phrase | undefined {
  const { en, ru } = enumeration[value] as ValueTexts
  return en[1] && ru[1] ? inEach({ en: en[1], ru: ru[1] }) : undefined
}

/** Returns the meaning of each value in English, as the APIs document it. It is empty where the value says it all. */
export function meanings<T extends Enumeration>(enumeration: T): Record<keyof T & string, string> {
  const entries = Object.entries(enumeration).map(([value, { en }]) => [value, en[1] ?? ''])
  return Object.fromEntries(entries) as Record<keyof T & string, string>
}

/** Returns the values of an enumeration, for a column. */
export function values<T extends Readonly<Record<string, unknown>>>(enumeration: T) {
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
  const described = Object.entries(meanings(enumeration)).map(([value, meaning]) =>
    meaning ? `${value}: ${meaning}` : value,
  )
  return rule(
    (input) => {
      const value = trim(input)
      return typeof value === 'string' ? (canonical.get(fold(value)) ?? value) : value
    },
    z
      .enum(values(enumeration))
      .meta({ description: `${described.join('; ')}.` })
      .register(enumerationRegistry, { enumeration }),
  )
}

/** Returns the rule for one value of an enumeration exactly as it is, whose meanings no API documents. */
export function choiceOf<T extends Enumeration>(enumeration: T) {
  return z.enum(values(enumeration)).register(enumerationRegistry, { enumeration })
}

/** Returns the enumeration whose values a rule accepts. */
export function enumerationOf(rule: z.ZodType | undefined): Enumeration | undefined {
  return rule && (enumerationRegistry.get(rule as never)?.enumeration ?? enumerationOf(innerRule(rule)))
}

function fold(value: string): string {
  return value.toLowerCase().replaceAll('_', '-')
}
