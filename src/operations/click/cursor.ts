import { z } from 'zod'
import { day } from '../../record/day.ts'

/** The place of a row in the order of clicks: the newest day first, within a day the newest row. */
type Place = { date: string; id: number }

/** Where a list of clicks goes on: what an earlier answer gave, and nothing else. */
export const clickCursor = z
  .string()
  .refine((cursor) => placeOf(cursor) !== undefined, {
    params: { sentence: 'The selected {attr} is invalid.' },
  })
  .meta({ description: 'The next_cursor of the answer before; not together with page' })
  .optional()

/** The cursor that goes on after a row. */
export function cursorAfterClick({ date, id }: Place): string {
  return Buffer.from(`${date}.${id}`).toString('base64url')
}

/** The place that a cursor names. */
export function placeOf(cursor: string): Place | undefined {
  const text = Buffer.from(cursor, 'base64url').toString()
  const [, date, id] = /^(\d{4}-\d{2}-\d{2})\.([1-9]\d{0,14})$/.exec(text) ?? []
  return day.safeParse(date).success ? { date: String(date), id: Number(id) } : undefined
}
