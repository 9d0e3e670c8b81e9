import { dayWithMonthName } from './month-names.ts'

/**
 * How a file writes days with slashes: day first or month first. `iso` if it has no such days, `doubt` if they can be
 * read both ways.
 */
export type DayOrder = 'iso' | 'dmy' | 'mdy' | 'doubt'

const dayAndTime =
  /^([\d./-]{6,10})(?:[T ] *\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)? ?(?:[AP]M)?(?:Z|UTC| ?[+-]\d{2}:?\d{2})?)?$/i
const yearFirst = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/
const yearLast = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})$/

const maxLength = 50

/** Returns the order of day and month in the cells of a column. One day after the 12th settles it for the file. */
export function dateOrderOf(cells: Iterable<string>): DayOrder {
  const seen = new Set<DayOrder>()
  for (const cell of cells) seen.add(orderOf(cell))
  if (seen.has('dmy') && seen.has('mdy')) return 'doubt'
  return (['dmy', 'mdy', 'doubt'] as const).find((order) => seen.has(order)) ?? 'iso'
}

/**
 * Returns the day of a cell as `YYYY-MM-DD`: of a day or a time with the year first, as `22.11.2026`, or with slashes
 * in the order of the file, or with the name of its month. Any other cell is returned unchanged, for its rule to reject.
 */
export function dayIn(cell: string, order: DayOrder): string {
  const text = dayTextIn(cell)
  const [, isoYear, , isoMonth, isoDay] = yearFirst.exec(text) ?? []
  if (isoYear) return [isoYear, isoMonth?.padStart(2, '0'), isoDay?.padStart(2, '0')].join('-')
  const [, first = '', separator, second = '', year = ''] = yearLast.exec(text) ?? []
  if (!separator) return (cell.length <= maxLength && dayWithMonthName(cell.trim())) || cell
  const known = separator === '.' || Number(first) === Number(second) ? 'dmy' : order
  if (known !== 'dmy' && known !== 'mdy') return cell
  const [day, month] = known === 'dmy' ? [first, second] : [second, first]
  return [year.padStart(4, '20'), month.padStart(2, '0'), day.padStart(2, '0')].join('-')
}

// A day such as 05/05/2026 is the same in both orders, and dots always separate day, month and year.
function orderOf(cell: string): DayOrder {
  const [, first, separator, second] = yearLast.exec(dayTextIn(cell)) ?? []
  if (!separator || separator === '.' || Number(first) === Number(second)) return 'iso'
  if (Number(first) > 12) return 'dmy'
  return Number(second) > 12 ? 'mdy' : 'doubt'
}

// Without the time of day. Empty if the cell is neither a day nor a time.
function dayTextIn(cell: string): string {
  const text = cell.length > maxLength ? '' : cell.trim()
  return dayAndTime.exec(text)?.[1] ?? ''
}
