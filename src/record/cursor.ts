/** Encodes the parts of a cursor as one opaque token. */
export function encodeCursor(...parts: (string | number)[]): string {
  return Buffer.from(parts.join('.')).toString('base64url')
}

/** Decodes a cursor. Returns what `form` captures, or undefined if the cursor does not have that form. */
export function decodeCursor(cursor: string, form: RegExp): string[] | undefined {
  return form.exec(Buffer.from(cursor, 'base64url').toString())?.slice(1)
}
