import { replaceInvisible } from '../src/record/invisible.ts'
import { ellipsize, truncate } from '../src/record/rules/truncate.ts'

const markStart = /<(?=[\s/]*untrusted-data)/gi

/**
 * Escapes text for an answer. Invisible and bidirectional characters become `\u202e`: they can hide words from
 * a human that an agent still reads. The `<` of what looks like an `untrusted-data` mark becomes `\u003c`. Line
 * breaks and tabs stay.
 */
export function escapeText(text: string): string {
  const visible = replaceInvisible(text, escapeCharacter)
  return visible.includes('<') ? visible.replace(markStart, '\\u003c') : visible
}

/**
 * Escapes a text that was sent or stored, such as a slug, for a place outside the `untrusted-data` marks: on
 * one line, and truncated to `maxLength` characters.
 */
export function escapeLine(text: string, maxLength = 100): string {
  // What follows is truncated in any case, and need not be escaped.
  const escaped = escapeText(truncate(text, maxLength + 1))
  const line = escaped.replaceAll('\r', '\\r').replaceAll('\n', '\\n').replaceAll('\t', '\\t')
  return ellipsize(line, maxLength)
}

function escapeCharacter(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16)
  return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, '0')}`
}
