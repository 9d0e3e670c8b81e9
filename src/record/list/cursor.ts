import { z } from 'zod'
import { day } from '../rules/day.ts'
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
function cursorField(decode: (cursor: string) => unknown) {
  return z
    .string()
    .refine((cursor) => decode(cursor) !== undefined, {
      params: { sentence: invalidSelection() },
    })
    .meta({ description: cursorDescription })
    .optional()
}

export const cursorDescription = 'The next_cursor of the previous response. Cannot be combined with page'

/** The position of a row in a list that is sorted by date, and within a date by id. */
type DayPosition = { date: string; id: number }

/** The cursor of a list that is sorted by date: the `next_cursor` of an earlier answer. */
export const dayCursor = cursorField(decodeDayCursor)

/** Returns the cursor that continues after this row. */
export function encodeDayCursor({ date, id }: DayPosition): string {
  return encodeCursor(date, id)
}

/** Returns the position that a cursor encodes, or undefined if it is not a cursor of a list that is sorted by date. */
export function decodeDayCursor(cursor: string): DayPosition | undefined {
  const [date, id] = decodeCursor(cursor, /^(\d{4}-\d{2}-\d{2})\.([1-9]\d{0,14})$/) ?? []
  return day.safeParse(date).success ? { date: String(date), id: Number(id) } : undefined
}

/** The position of a row in a list that is sorted by time, and within a millisecond by id. */
type TimePosition = { created_at: string; id: number }

/** The cursor of a list that is sorted by time: the `next_cursor` of an earlier answer. */
export const timeCursor = cursorField(decodeTimeCursor)

/** Returns the cursor that continues after this row. */
export function encodeTimeCursor({ created_at, id }: TimePosition): string {
  return encodeCursor(Date.parse(created_at), id)
}

/** Returns the position that a cursor encodes, or undefined if it is not a cursor of a list that is sorted by time. */
export function decodeTimeCursor(cursor: string): TimePosition | undefined {
  const [time, id] = decodeCursor(cursor, /^(\d{13})\.([1-9]\d{0,14})$/) ?? []
  return time === undefined ? undefined : { created_at: new Date(Number(time)).toISOString(), id: Number(id) }
}
