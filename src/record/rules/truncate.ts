/** Returns the first `max` characters (code points) of a text, so that no character is cut into two surrogates. */
export function truncate(text: string, max: number): string {
  // A character has at most two code units.
  return text.length <= max ? text : [...text.slice(0, 2 * max)].slice(0, max).join('')
}

/** Returns a text of at most `max` characters: one that is longer ends in `…`. */
export function ellipsize(text: string, max: number): string {
  return truncate(text, max) === text ? text : `${truncate(text, max - 1)}…`
}
