import type { z } from 'zod'
import { en } from '../../../src/language/en/index.ts'
import { Phrase, phrase } from '../../../src/language/phrase.ts'
import type { Message } from '../../../src/record/fault.ts'
import { ownLabelOf } from '../../../src/record/rules/description.ts'
import { localized, pageLanguage } from './text.ts'

/** Returns a name without a label, such as that of a kind of record that has no pages, as English words: "Store url". */
export function words(name: string): string {
  // A name such as `macOS` has its own spelling.
  if (/[A-Z]/.test(name)) return name
  const spaced = name.replace(/^is_|_(id|slug|count|at)$/g, '').replaceAll(/[_-]/g, ' ')
  return spaced.charAt(0).toUpperCase() + spaced.slice(1)
}

/** Returns the label of a field. Of a field that the catalogs do not know, it is the name in English words. */
export function labelOfField(name: string): Message {
  return Object.hasOwn(en.field, name) ? phrase(`field.${name as keyof typeof en.field}`) : words(name)
}

/** Returns the label of a field in the language of the page. With the schema of its kind it is the word of that kind. */
export function fieldLabel(name: string, schema?: z.ZodObject): string {
  return localized(ownLabelOf(schema?.shape[name] as z.ZodType | undefined) ?? labelOfField(name))
}

/** Returns a label as part of a sentence: "due on" for "Due on", but "URL" and "iOS" as they are. */
export function inSentence(label: Message): string {
  const text = localized(label)
  return /^\p{L}+\p{Lu}/u.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1)
}

/** Returns the label of a field as a sentence names it. In Russian it is in quotation marks there, so it is unchanged. */
export function fieldInMessage(label: Message): string {
  return pageLanguage() === 'en' ? inSentence(label) : localized(label)
}

/** Returns what the core says in the language of the page, with the labels of the fields that it names. */
export function labelled(message: Message, labelOf: (name: string) => Message = fieldLabel): string {
  if (!(message instanceof Phrase)) return message
  return message.in(pageLanguage(), (name) => fieldInMessage(labelOf(name)))
}
