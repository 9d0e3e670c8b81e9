// The languages in which a file may write the names of months.
const languages = ['en', 'de', 'ru']

const monthFirst = /^(\p{L}+)\.?[\s-]+(\d{1,2})(?:st|nd|rd|th)?\.?,?[\s-]+(\d{4})/iu
const dayFirst = /^(\d{1,2})(?:st|nd|rd|th|\.)?[\s-]+(?:of )?(\p{L}+)\.?,?[\s-]+(\d{4}|\d{2}(?!\d))/iu
// What may follow: a time of day, and the word for year in Russian.
const end = /^(?: г\.?)?(?:,? (?:at )?\d{1,2}:\d{2}(?::\d{2})?(?: ?[AP]M)?)?$/i

/** Returns the day of a text such as `Nov 1, 2026`, `1. November 2026` or `1 ноября 2026 г.` as `YYYY-MM-DD`. */
export function dayWithMonthName(text: string): string | undefined {
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
