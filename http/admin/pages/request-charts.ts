import type { RequestHour } from '../../../src/journal/request-log/request-statistics.ts'
import { localTime } from '../../../src/record/time-zone.ts'
import type { Html } from '../html/html.ts'
import { chart } from '../plot/chart.ts'
import { requestsWhere } from '../record/links.ts'

const hourMs = 3_600_000
const hoursOfDay = 24

/** Renders the requests and errors of each hour. */
export function requestChart(hours: RequestHour[], zone: string, filters: Record<string, string> = {}): Html {
  return chart({
    title: 'Requests per hour',
    ...optionsOf(hours, zone, filters),
    series: [
      { name: 'Requests', tone: 'accent', points: pointsOf(hours, 'requests') },
      { name: '4xx', tone: 'warn', points: pointsOf(hours, 'errors_4xx') },
      { name: '5xx', tone: 'bad', points: pointsOf(hours, 'errors_5xx') },
    ],
  })
}

/** Renders the latency of the requests of each hour. */
export function latencyChart(hours: RequestHour[], zone: string, filters: Record<string, string> = {}): Html {
  return chart({
    title: 'Latency in milliseconds',
    ...optionsOf(hours, zone, filters),
    series: [
      { name: 'Average', tone: 'accent', points: pointsOf(hours, 'avg_duration_ms') },
      { name: 'Slowest', tone: 'warn', points: pointsOf(hours, 'max_duration_ms') },
    ],
  })
}

function pointsOf(hours: RequestHour[], name: Exclude<keyof RequestHour, 'hour'>) {
  return hours.map((row) => ({ at: row.hour, value: row[name] }))
}

function optionsOf(hours: RequestHour[], zone: string, filters: Record<string, string>) {
  const address = (period: Record<string, string>) => requestsWhere({ ...filters, ...period })
  return {
    timeLabel: (at: string) => localTime(zone, at).slice(hours.length > hoursOfDay ? 5 : 11, 16),
    href: address({ date_from: filters.date_from ?? hours[0]?.hour ?? '' }),
    hrefOf: (at: string) =>
      address({ date_from: at, date_to: new Date(Date.parse(at) + hourMs - 1).toISOString() }),
  }
}
