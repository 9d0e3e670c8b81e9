import type { RequestRow } from '../../../../src/journal/request-log/request-row.ts'
import { type Html, html } from '../../html/html.ts'
import { numberText } from '../../html/text.ts'
import { listAddress } from '../../record/address.ts'

/** Renders a value as a link to the requests that have it. */
export function filterLink(filters: Record<string, string>, shown: Html): Html {
  return html`<a class="value" href=${listAddress('api-request-logs', filters)}>${shown}</a>`
}

/** Renders the path of a request, and the tool that it called. */
export function requestPath({ path, tool }: RequestRow): Html {
  return html`<code>${path}</code>${tool ? html` <span class="absent">${tool}</span>` : null}`
}

/** Renders a status with the color of its class. */
export function statusBadge(status: number): Html {
  const tone = status >= 500 ? 'bad' : status >= 400 ? 'warn' : ''
  return html`<span class=${`badge ${tone}`}>${status}</span>`
}

/** Renders why a request was rejected: the code, and the messages of the invalid fields. */
export function errorOf({ code, errors }: RequestRow): Html {
  if (code === null) return null
  const messages = Object.values(errors ?? {})
    .flat()
    .join(' ')
  return html`${filterLink({ code }, code)}${messages ? html` <span class="reason absent" title=${messages}>${messages}</span>` : null}`
}

/** Renders a duration, highlighted if the request was slow. */
export function duration(ms: number, slowMs: number): Html {
  const shown = numberText(ms)
  return ms >= slowMs ? html`<strong class="slow">${shown}</strong>` : shown
}

/** Returns the filters for the requests of an endpoint: its method, and its path up to the first parameter. */
export function endpointFilters(method: string, path: string) {
  return { method, path: path.replace(/[:*].*/, '') }
}
