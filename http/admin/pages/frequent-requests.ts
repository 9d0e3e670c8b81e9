import type { FrequentRequest } from '../../../src/journal/request-log/frequent-requests.ts'
import { type Html, html } from '../html/html.ts'
import { requestsWhere } from '../record/links.ts'
import { endpointFilters, statusBadge } from './request-cells.ts'

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
                  <a href=${requestsWhere({ ...endpointFilters(method, path), ...filters, ...period })}>${requests.toLocaleString('en')}</a>
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
