import { z } from 'zod'
import { rule } from './rule.ts'
import { isStorable, trim } from './text.ts'

const maxLength = 500

/** An absolute http or https URL of at most 500 characters, with a host and without credentials. */
export const httpUrl = rule(
  trim,
  z
    .string()
    .check((context) => {
      const value = context.value
      if (!isStorable(value)) context.issues.push({ code: 'invalid_format', format: 'text', input: value })
      else if ([...value].length > maxLength)
        context.issues.push({ code: 'too_big', origin: 'string', maximum: maxLength, input: value })
      else if (!isHttpUrl(value)) context.issues.push({ code: 'invalid_format', format: 'url', input: value })
    })
    // Not `uri`, which allows only ASCII: a URL that browsers accept is accepted.
    .meta({ format: 'iri', maxLength }),
)

function isHttpUrl(value: string): boolean {
  // The URL parser removes line breaks and escapes other white space, but the text is stored unchanged, so
  // white space is rejected. So is a backslash or an @ before the path: URL parsers disagree about which host
  // they mean.
  if (!/^https?:\/\/[^/?#@\\]+([/?#]|$)/i.test(value) || /[\s\p{Cc}]/u.test(value)) return false
  return /[^.]/.test(URL.parse(value)?.hostname ?? '')
}
