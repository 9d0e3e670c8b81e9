import { day } from '../../record/rules/day.ts'

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

// The languages in which a file may write the names of months.
const languages = ['en', 'de', 'ru']

const monthFirst = /^(\p{L}+)\.?[\s-]+(\d{1,2})(?:st|nd|rd|th)?\.?,?[\s-]+(\d{4})/iu
const dayFirst = /^(\d{1,2})(?:st|nd|rd|th|\.)?[\s-]+(?:of )?(\p{L}+)\.?,?[\s-]+(\d{4}|\d{2}(?!\d))/iu
// What may follow: a time of day, and the word for year in Russian.
const end = /^(?: г\.?)?(?:,? (?:at )?\d{1,2}:\d{2}(?::\d{2})?(?: ?[AP]M)?)?$/i

/** Returns the day of a text such as `Nov 1, 2026`, `1. November 2026` or `1 ноября 2026 г.` as `YYYY-MM-DD`. */
function dayWithMonthName(text: string): string | undefined {
  const [written = '', month = '', day = '', year = ''] =
    monthFirst.exec(text) ?? inOrder(dayFirst.exec(text))
  const number = monthNumbers().get(month.toLowerCase())
  if (!number || !end.test(text.slice(written.length))) return undefined
  return [year.padStart(4, '20'), number, day.padStart(2, '0')].join('-')
}

function inOrder(found: RegExpExecArray | null): string[] {
  return found ? [found[0], found[2] ?? '', found[1] ?? '', found[3] ?? ''] : []
}

let numbers: Map<string, string> | undefined

// Built when the first text is read: the names of ICU take some milliseconds. Each month has its name alone and in a date,
// as in "ноябрь" and "1 ноября", and short forms of three and more letters.
function monthNumbers(): Map<string, string> {
  if (numbers) return numbers
  numbers = new Map()
  for (const language of languages)
    for (const month of ['long', 'short'] as const)
      for (const day of [undefined, 'numeric'] as const) {
        const format = new Intl.DateTimeFormat(language, { day, month, timeZone: 'UTC' })
        for (let index = 0; index < 12; index++) {
          const parts = format.formatToParts(Date.UTC(2026, index, 1))
          const name =
            parts
              .find(({ type }) => type === 'month')
              ?.value.toLowerCase()
              .replace('.', '') ?? ''
          const number = String(index + 1).padStart(2, '0')
          numbers.set(name, number).set(name.slice(0, 3), number)
        }
      }
  return numbers.set('sept', '09').set('mrz', '03')
}

/** Returns whether the name of a column is a day, in either order of day and month. */
export function isDay(name: string): boolean {
  if (!/\d/.test(name)) return false
  return day.safeParse(dayIn(name, 'dmy')).success || day.safeParse(dayIn(name, 'mdy')).success
}

/** Returns the numbers of the columns, from 1, that are days. One day alone may be the name of anything. */
export function dayColumns(columns: string[]): number[] {
  const days = columns.flatMap((name, index) => (isDay(name) ? [index + 1] : []))
  return days.length > 1 ? days : []
}
