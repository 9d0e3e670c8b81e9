import { z } from 'zod'
import { rule } from './rule.ts'
import { isStorable, trim } from './text.ts'

const longest = 500

/** An absolute http or https address of at most 500 characters, with a host and without credentials. */
export const httpUrl = rule(
  trim,
  z
    .string()
    .check((context) => {
      const value = context.value
      if (!isStorable(value)) context.issues.push({ code: 'invalid_format', format: 'text', input: value })
      else if ([...value].length > longest)
        context.issues.push({ code: 'too_big', origin: 'string', maximum: longest, input: value })
      else if (!isLink(value)) context.issues.push({ code: 'invalid_format', format: 'url', input: value })
    })
    // Not `uri`, which has ASCII alone: what browsers take, we take.
    .meta({ format: 'iri', maxLength: longest }),
)

function isLink(value: string): boolean {
  // The parser drops line breaks and escapes other blanks, but the text is stored as it was sent.
  // A backslash or an @ before the path means one host to a browser and may mean another to the next reader.
  if (!/^https?:\/\/[^/?#@\\]+([/?#]|$)/i.test(value) || /[\s\p{Cc}]/u.test(value)) return false
  return /[^.]/.test(URL.parse(value)?.hostname ?? '')
}
