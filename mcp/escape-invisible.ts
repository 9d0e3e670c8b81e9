// Control and format characters, characters that fonts do not draw, and the Unicode line and paragraph separators.
const invisible = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2028\u2029\u2800]/gu

// Fast path: most text is printable ASCII.
const printableAscii = /^[\n\t\x20-\x7e]*$/

/**
 * Escapes invisible and bidirectional characters as `\u202e`: they can hide words from a human that an agent still
 * reads. Line breaks and tabs stay.
 */
export function escapeInvisible(text: string): string {
  if (printableAscii.test(text)) return text
  return text.replace(invisible, (character) => {
    if (character === '\n' || character === '\t') return character
    const code = (character.codePointAt(0) ?? 0).toString(16)
    return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, '0')}`
  })
}
