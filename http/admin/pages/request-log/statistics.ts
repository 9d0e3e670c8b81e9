import type { FrequentRequest, RequestHour } from '../../../../src/journal/request-log/request-statistics.ts'
import { type Html, html } from '../../html/html.ts'
import { numberText, t } from '../../html/text.ts'
import { timeText } from '../../html/time.ts'
import { chart } from '../../plot/chart.ts'
import { listAddress } from '../../record/address.ts'
import { endpointFilters, statusBadge } from './cells.ts'

const hourMs = 3_600_000
const hoursOfDay = 24

/** Renders the requests and errors of each hour. */
export function requestChart(hours: RequestHour[], zone: string, filters: Record<string, string> = {}): Html {
  return chart({
    title: t('requestLog.perHour'),
    ...optionsOf(hours, zone, filters),
    series: [
      { name: t('requestLog.requests'), tone: 'accent', points: pointsOf(hours, 'requests') },
      { name: '4xx', tone: 'warn', points: pointsOf(hours, 'errors_4xx') },
      { name: '5xx', tone: 'bad', points: pointsOf(hours, 'errors_5xx') },
    ],
  })
}

/** Renders the latency of the requests of each hour. */
export function latencyChart(hours: RequestHour[], zone: string, filters: Record<string, string> = {}): Html {
  return chart({
    title: t('requestLog.latency'),
    ...optionsOf(hours, zone, filters),
    series: [
      { name: t('requestLog.average'), tone: 'accent', points: pointsOf(hours, 'avg_duration_ms') },
      { name: t('requestLog.slowest'), tone: 'warn', points: pointsOf(hours, 'max_duration_ms') },
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
    timeLabel: (at: string) => timeText(at, hours.length > hoursOfDay ? 'timeOfYear' : 'time', zone),
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
      <h2 id="frequent">${t(sent.date_from ? 'requestLog.mostFrequent' : 'requestLog.mostFrequentOfDay')}</h2>
      <div class="table" tabindex="0" role="region" aria-label=${t('requestLog.byEndpoint')}>
        <table>
          <thead>
            <tr>
              <th scope="col" class="number">${t('requestLog.requests')}</th><th scope="col">${t('requestLog.status')}</th><th scope="col">${t('requestLog.endpoint')}</th><th scope="col">${t('requestLog.token')}</th>
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
                  <a href=${listAddress('api-request-logs', { ...endpointFilters(method, path), ...filters, ...period })}>${numberText(requests)}</a>
                </td>
                <td>${statusBadge(status)}</td>
                <th scope="row"><code>${method} ${path}</code></th>
                <td>${token_name ?? (token_id === null ? html`<span class="absent">${t('requestLog.noToken')}</span>` : `#${token_id}`)}</td>
              </tr>`
            })}
          </tbody>
        </table>
      </div>
    </section>
  `
}
