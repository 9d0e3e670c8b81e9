import { z } from 'zod'
import { decodeCursor } from '../../record/cursor.ts'
import { day } from '../../record/day.ts'

/** The position of a row in the order of clicks: by date, within a date by id. */
type Position = { date: string; id: number }

/** The cursor of a list of clicks: the `next_cursor` of an earlier answer. */
export const clickCursor = z
  .string()
  .refine((cursor) => decodeClickCursor(cursor) !== undefined, {
    params: { sentence: 'The selected {attr} is invalid.' },
  })
  .meta({ description: 'The next_cursor of the previous response. Cannot be combined with page' })
  .optional()

/** Returns the position that a cursor names, or undefined if it is not a cursor of clicks. */
export function decodeClickCursor(cursor: string): Position | undefined {
  const [date, id] = decodeCursor(cursor, /^(\d{4}-\d{2}-\d{2})\.([1-9]\d{0,14})$/) ?? []
  return day.safeParse(date).success ? { date: String(date), id: Number(id) } : undefined
}
