import { cursorField, decodeCursor, encodeCursor } from './cursor.ts'

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
