import type { FrequentRequest, RequestHour } from '../../../../src/journal/request-log/request-statistics.ts'
import { localTime } from '../../../../src/record/time-zone.ts'
import { type Html, html } from '../../html/html.ts'
import { chart } from '../../plot/chart.ts'
import { listAddress } from '../../record/address.ts'
import { endpointFilters, statusBadge } from './cells.ts'

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
  const address = (period: Record<string, string>) =>
    listAddress('api-request-logs', { ...filters, ...period })
  return {
    timeLabel: (at: string) => localTime(zone, at).slice(hours.length > hoursOfDay ? 5 : 11, 16),
    href: address({ date_from: filters.date_from ?? hours[0]?.hour ?? '' }),
    hrefOf: (at: string) =>
      address({ date_from: at, date_to: new Date(Date.parse(at) + hourMs - 1).toISOString() }),
  }
}

/** Renders the most frequent of the requests since `date_from` that the filters select. */
export function frequentPanel(
  frequent: FrequentRequest[],
  sent: Record<string, string>,
  date_from: string,
): Html {
  const period = { date_from, ...(sent.date_to && { date_to: sent.date_to }) }
  return html`
    <section class="panel" aria-labelledby="frequent">
      <h2 id="frequent">Most frequent${sent.date_from ? '' : ' in the last 24 hours'}</h2>
      <div class="table" tabindex="0" role="region" aria-label="Requests by endpoint, status and token">
        <table>
          <thead>
            <tr>
              <th scope="col" class="number">Requests</th><th scope="col">Status</th><th scope="col">Endpoint</th><th scope="col">Token</th>
            </tr>
          </thead>
          <tbody>
            ${frequent.map(({ method, path, status, token_id, token_name, requests }) => {
              const filters = {
                status: String(status),
                ...(token_id !== null && { token_id: String(token_id) }),
              }
              return html`<tr>
                <td class="number">
                  <a href=${listAddress('api-request-logs', { ...endpointFilters(method, path), ...filters, ...period })}>${requests.toLocaleString('en')}</a>
                </td>
                <td>${statusBadge(status)}</td>
                <th scope="row"><code>${method} ${path}</code></th>
                <td>${token_name ?? (token_id === null ? html`<span class="absent">no token</span>` : `#${token_id}`)}</td>
              </tr>`
            })}
          </tbody>
        </table>
      </div>
    </section>
  `
}
