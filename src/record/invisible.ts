// Characters that are not drawn, hide others or change their order: control, format and tag characters, separators of
// lines, and blank letters. Line ends and tabs are none of them, nor is what is part of an emoji: a joiner between two
// of them, and the selector of its form.
const invisible =
  /[[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2028\u2029\u2800\u{13441}\u{13442}\u{1d159}]--[\n\r\t\u200d\ufe0e\ufe0f]]|\r(?!\n)|(?<!\p{Extended_Pictographic}[\ufe0f\p{Emoji_Modifier}]?)\u200d|\u200d(?!\p{Extended_Pictographic})|(?<!\p{Emoji})[\ufe0e\ufe0f]/gv

// Fast path: Latin and Cyrillic letters, punctuation and arrows.
const plain =
  /^[\n\t\x20-\x7e\u00a0-\u00ac\u00ae-\u024f\u0400-\u052f\u2010-\u2027\u2030-\u205e\u2190-\u21ff]*$/

/** Replaces each character of a text that cannot be seen. */
export function replaceInvisible(text: string, replacement: (character: string) => string): string {
  return plain.test(text) ? text : text.replace(invisible, (character) => replacement(character))
}

/** Returns a text in which each character that cannot be seen is shown as its code point: `[U+202E]`. */
export function showInvisible(text: string): string {
  return replaceInvisible(text, (character) => `[${codePointOf(character)}]`)
}

/** Returns the first character of a text that cannot be seen. */
export function firstInvisible(text: string): string | undefined {
  return plain.test(text) ? undefined : text.match(invisible)?.[0]
}

/** Returns the code point of a character in the notation of Unicode: `U+202E`. */
export function codePointOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}

/** Returns whether a text has a character that can be seen. */
export function isVisible(text: string): boolean {
  return replaceInvisible(text, () => '').trim() !== ''
}

/** Returns the name of a record or of an author, or its id if no character of the name can be seen. */
export function visibleName({ id, name }: { id: number | string | null; name: string }): string {
  return isVisible(name) ? name : `#${id}`
}

/** Returns a text on one line, with the code point of each character that cannot be seen. */
export function oneLine(text: string): string {
  return showInvisible(text.replaceAll(/\s+/g, ' ').trim())
}
