import { z } from 'zod'
import type { Language } from '../../language/languages.ts'
import { inEach, type Phrase } from '../../language/phrase.ts'
import { innerRule } from './rule.ts'

/** The descriptions of rules in the languages other than English: `.describe('Due on').register(translations, { ru: 'Срок' })`. */
export const translations = z.registry<Record<Exclude<Language, 'en'>, string>>()

/** Returns the English description of a rule in every language. Undefined if no other language has it. */
export function descriptionOf(rule: z.ZodType, english: string): Phrase | undefined {
  // A copy of a rule with another description inherits the translation, which is that of the earlier one.
  const isOwn = translations.has(rule as never) && rule.description === english
  const texts = isOwn ? translations.get(rule as never) : undefined
  if (texts) return inEach({ en: english, ...texts })
  const { parent } = rule._zod as { parent?: z.ZodType }
  const inner = innerRule(rule)
  return (parent && descriptionOf(parent, english)) ?? (inner && descriptionOf(inner, english))
}
