import { z } from 'zod'
import { fieldPhrase, type Phrase } from '../../language/phrase.ts'
import { codePointOf, firstInvisible } from '../invisible.ts'
import { findCredential } from './find-credential.ts'
import { text } from './text.ts'

/**
 * Returns the rule for a text of at most `max` characters that a person or an agent writes: a summary, without
 * credentials and raw data.
 */
export function prose(max: number) {
  return withCheck(withoutCredentials(text(max)), (value) =>
    containsRawData(value) ? fieldPhrase('validation.rawData') : undefined,
  )
}

/** Returns the rule for a text that people approve and agents follow: prose whose every character can be seen. */
export function visibleProse(max: number) {
  return withCheck(prose(max), (value) => {
    const character = firstInvisible(value)
    return character === undefined
      ? undefined
      : fieldPhrase('validation.invisible', { character: codePointOf(character) })
  })
}

/** Makes a rule of a string reject a credential. The message does not repeat it. */
export function withoutCredentials(rule: z.ZodPreprocess<z.ZodString>): z.ZodPreprocess<z.ZodString> {
  return withCheck(rule, (value) => {
    const kind = findCredential(value)
    return kind === undefined ? undefined : fieldPhrase('validation.credential', { kind })
  })
}

function withCheck(
  rule: z.ZodPreprocess<z.ZodString>,
  errorOf: (value: string) => Phrase | undefined,
): z.ZodPreprocess<z.ZodString> {
  const { in: normalize, out } = rule.def
  const schema = out.check((context) => {
    // Text over the length limit is not scanned.
    const sentence = context.issues.length > 0 ? undefined : errorOf(context.value)
    if (sentence) context.issues.push({ code: 'custom', params: { sentence }, input: context.value })
  })
  // Zod loses the type of `out` here; a check does not change it.
  return new z.ZodPreprocess({ type: 'pipe', in: normalize, out: schema }) as never
}

const minLines = 20
const minObjects = 10
const delimiters = [',', ';', '\t', '|']

/**
 * Returns whether a text contains raw data: twenty lines in a row with the same number of delimited fields, or a JSON
 * array of ten objects.
 */
export function containsRawData(text: string): boolean {
  return hasDelimitedLines(text) || hasArrayOfObjects(text)
}

const listItem = /^\s*(?:[-*+•–—]|\d{1,9}[.)])\s/
const quoted = /"[^"]*"/g

function hasDelimitedLines(text: string): boolean {
  const lines = text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '')
  if (lines.length < minLines) return false
  const counted = lines.map((line) => (listItem.test(line) ? '' : line.replace(quoted, '')))
  return delimiters.some((delimiter) => {
    let [fields, length] = [0, 0]
    return counted.some((line) => {
      const current = line.split(delimiter).length
      length = current === fields ? length + 1 : 1
      fields = current
      return fields >= 2 && length >= minLines
    })
  })
}

// Reads brackets and strings only, in one pass. A bracket that is followed by words is not JSON.
function hasArrayOfObjects(text: string): boolean {
  // For each open bracket: the objects in an array, or NaN for an object.
  let open: number[] = []
  for (let index = text.indexOf('['); index >= 0 && index < text.length; index++) {
    const character = text[index] as string
    const objects = open.at(-1)
    if (character === '[') open.push(0)
    else if (objects === undefined || /[\s,]/.test(character)) continue
    else if (character === ']' || character === '}') open.pop()
    else if (character === '{') {
      if (objects + 1 === minObjects) return true
      open[open.length - 1] = objects + 1
      open.push(Number.NaN)
    } else if (character === '"' && open.length > 1) index = endOfString(text, index)
    else if (!Number.isNaN(objects)) {
      if (open.length === 1) open = []
      else open[open.length - 1] = Number.NEGATIVE_INFINITY
    }
  }
  return false
}

function endOfString(text: string, start: number): number {
  let index = start + 1
  while (index < text.length && text[index] !== '"') index += text[index] === '\\' ? 2 : 1
  return index
}
