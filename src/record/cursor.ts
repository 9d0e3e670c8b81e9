/** Encodes the parts of a cursor as one opaque string. */
export function encodeCursor(...parts: (string | number)[]): string {
  return Buffer.from(parts.join('.')).toString('base64url')
}

/** Decodes a cursor. Returns the capture groups of `pattern`, or undefined if it does not match. */
export function decodeCursor(cursor: string, pattern: RegExp): string[] | undefined {
  return pattern.exec(Buffer.from(cursor, 'base64url').toString())?.slice(1)
}
