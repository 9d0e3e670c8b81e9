import { day } from '../rules/day.ts'
import { cursorField, decodeCursor, encodeCursor } from './cursor.ts'

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
