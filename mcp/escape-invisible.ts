// Control and format characters, characters that fonts do not draw, and the Unicode line and paragraph
// separators.
const invisible = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2028\u2029\u2800]/gu

// Fast path: most text is printable ASCII.
const printableAscii = /^[\n\t\x20-\x7e]*$/

const markStart = /<(?=[\s/]*untrusted-data)/gi

/**
 * Escapes text for an answer. Invisible and bidirectional characters become `\u202e`: they can hide words from
 * a human that an agent still reads. The `<` of what looks like an `untrusted-data` mark becomes `\u003c`. Line
 * breaks and tabs stay.
 */
export function escapeText(text: string): string {
  const visible = printableAscii.test(text) ? text : text.replace(invisible, escapeCharacter)
  return visible.includes('<') ? visible.replace(markStart, '\\u003c') : visible
}

/**
 * Escapes a text that was sent or stored, such as a slug, for a place outside the `untrusted-data` marks: on
 * one line, and truncated to `maxLength` characters.
 */
export function escapeLine(text: string, maxLength = 100): string {
  // What follows is truncated in any case, and need not be escaped.
  const escaped = escapeText(text.slice(0, maxLength + 1))
  const line = escaped.replaceAll('\n', '\\n').replaceAll('\t', '\\t')
  if (line.length <= maxLength) return line
  return `${line.slice(0, maxLength - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
}

function escapeCharacter(character: string): string {
  if (character === '\n' || character === '\t') return character
  const code = (character.codePointAt(0) ?? 0).toString(16)
  return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, '0')}`
}
