/** Returns a week in words: "Week 48, 23 to 29 November 2026". What both days have in common is said once. */
export function weekTitle({ week, from, to }: { week: string; from: string; to: string }): string {
  const [first, last] = [partsOf(from), partsOf(to)]
  const year = first.year === last.year ? '' : ` ${first.year}`
  const month = first.month === last.month && year === '' ? '' : ` ${first.month}`
  return `${weekName(week)}, ${first.day}${month}${year} to ${last.day} ${last.month} ${last.year}`
}

/** Returns the name of a week: "Week 48". */
export function weekName(week: string): string {
  return `Week ${Number(week.slice(-2))}`
}

// The format is made here, because the first one of a process takes 40 ms, which would delay the start of the server.
function partsOf(day: string) {
  const format = new Intl.DateTimeFormat('en-GB', { month: 'long', timeZone: 'UTC' })
  return { day: Number(day.slice(8)), month: format.format(new Date(day)), year: day.slice(0, 4) }
}
