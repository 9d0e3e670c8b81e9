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

/** The labels of fields of kinds that need another word than the other kinds, such as the name of a person in Russian. */
export const labels = z.registry<Readonly<Record<Language, string>>>()

/** Returns the label that a rule has of its own. Undefined if its field is called as in every kind. */
export function ownLabelOf(rule: z.ZodType | undefined): Phrase | undefined {
  const texts = rule && labels.get(rule as never)
  if (texts) return inEach(texts)
  return rule && ownLabelOf(innerRule(rule))
}
