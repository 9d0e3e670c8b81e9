import { z } from 'zod'
import { invalidSelection } from '../validation/messages.ts'

/** Encodes the parts of a cursor as one opaque string. */
export function encodeCursor(...parts: (string | number)[]): string {
  return Buffer.from(parts.join('.')).toString('base64url')
}

/** Decodes a cursor. Returns the capture groups of `pattern`, or undefined if it does not match. */
export function decodeCursor(cursor: string, pattern: RegExp): string[] | undefined {
  return pattern.exec(Buffer.from(cursor, 'base64url').toString())?.slice(1)
}

/** Returns the query field for a cursor. `decode` returns undefined for a cursor that is invalid. */
export function cursorField(decode: (cursor: string) => unknown) {
  return z
    .string()
    .refine((cursor) => decode(cursor) !== undefined, {
      params: { sentence: invalidSelection() },
    })
    .meta({ description: cursorDescription })
    .optional()
}

export const cursorDescription = 'The next_cursor of the previous response. Cannot be combined with page'
