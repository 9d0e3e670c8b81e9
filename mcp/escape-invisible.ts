// Controls, format characters, what fonts do not draw, and the two separators that end a line.
const hidden = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2028\u2029\u2800]/gu

// Most text is only this, which a look tells.
const plain = /^[\n\t\x20-\x7e]*$/

/**
 * A text with everything in it visible: invisible and bidirectional characters hide words from a person that an
 * agent still reads, so they are written out as `\u202e`. Line breaks and tabs stay.
 */
export function visible(text: string): string {
  if (plain.test(text)) return text
  return text.replace(hidden, (character) => {
    if (character === '\n' || character === '\t') return character
    const code = (character.codePointAt(0) ?? 0).toString(16)
    return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, '0')}`
  })
}
