/** What plots say beside their data. */
export const plot = {
  noData: 'No data for this period.',
  todaySoFar: 'Today, so far',
  soFar: '{value} so far',
  notFound: 'not found',
  numbers: 'Numbers',
  numbersOf: '{title}, numbers',
  time: 'Time',
  numbersBelow: '{title}. The numbers are in the table below.',
  marks: 'Marked on the plot',
  olderMarks: 'Also marked on the plot',
  more: '{count, number} more',
  spans: '{label}, {total, number}',
  since: 'since {from}',
  fromTo: '{from} to {to}',
  drawn: '{label}: {count, number} of {total, number} drawn',
} as const
