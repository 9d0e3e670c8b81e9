import { policyAllows } from '../../../src/access/policy.ts'
import { keywordKey, maxPlotted, readTimeline, type Timeline } from '../../../src/catalog/timeline/read.ts'
import type { Product } from '../../../src/portfolio/product/read.ts'
import { toStorable } from '../../../src/record/rules/text.ts'
import { todayIn } from '../../../src/record/time-zone.ts'
import { type Html, html } from '../html/html.ts'
import { plotFigure } from '../plot/chart.ts'
import { shortDay } from '../plot/lane.ts'
import { listAddress, recordAddress } from '../record/address.ts'
import type { DetailContext } from '../record/record.ts'
import { timelineLanes } from './timeline-lanes.ts'

const periods = [30, 90, 365]
const defaultDays = 90

/** Renders what happened to a product, on one time axis, with the choice of its period and of its keywords. */
export async function productTimeline({ row, read, person, query, zone }: DetailContext): Promise<Html> {
  const product = row as Product
  const { id } = product
  const days = periods.find((length) => String(length) === query.days) ?? defaultDays
  const picked = [query.keyword].flat().filter((value) => typeof value === 'string' && value !== '')
  const keywords = (picked.slice(0, maxPlotted) as string[]).map(toStorable)
  const today = todayIn(zone)
  const timeline = await readTimeline(read, { product_id: id, today, days, zone, picked: keywords })
  const address = (length: number) => {
    const chosen = keywords.map((keyword): [string, string] => ['keyword', keyword])
    return `${recordAddress('products', id)}?${new URLSearchParams([['days', String(length)], ...chosen])}#timeline`
  }
  const { from, to } = timeline
  const lanes = timelineLanes(timeline, { slug: product.slug, today })
  return html`
    <section class="part" aria-labelledby="timeline">
      <div class="head">
        <h2 id="timeline">Timeline</h2>
        <nav class="presets" aria-label="Period of the timeline">
          ${periods.map((length) => html`<a href=${address(length)} aria-current=${length === days ? 'true' : undefined}>${`${length} days`}</a>`)}
        </nav>
      </div>
      ${
        lanes.length === 0
          ? html`<p class="absent">${`Nothing happened in the last ${days} days.`}</p>`
          : plotFigure({
              title: `${from} to ${to}, and today`,
              lanes,
              period: { from, to: today },
              timeLabel: days > defaultDays ? (at) => at.slice(0, 10) : shortDay,
            })
      }
      ${timeline.offered.length === 0 ? noPositions(days, policyAllows('write', person)) : picker(timeline, product, days)}
    </section>
  `
}

// The form works without JavaScript. Without a tick, the keywords that moved most are shown.
function picker({ keywords, offered, from, to }: Timeline, { id, slug }: Product, days: number): Html {
  const shown = new Set(keywords.map(keywordKey))
  const explore = new URLSearchParams({ product_slug: slug, date_from: from, date_to: to })
  return html`
    <details class="picker">
      <summary>Keywords of the rank</summary>
      <form method="get" action=${`${recordAddress('products', id)}#timeline`}>
        <input type="hidden" name="days" value=${days} />
        <p class="help">${`At most ${maxPlotted}. The rank is the best one on any platform. Without a choice, those that moved most are shown.`}</p>
        <ul>
          ${offered.map((keyword) => {
            const key = keywordKey(keyword)
            return html`<li>
              <label><input type="checkbox" name="keyword" value=${key} checked=${shown.has(key)} /> ${key}</label>${' '}
              <span class="muted">${movementOf(keyword)}</span>
            </li>`
          })}
        </ul>
        <div class="buttons">
          <button>Show</button>
          <a href=${`${recordAddress('products', id)}?days=${days}#timeline`}>Those that moved most</a>
          <a href=${listAddress('keyword-positions/explore', explore)}>Winners and losers</a>
        </div>
      </form>
    </details>
  `
}

function movementOf({ position, change }: Timeline['offered'][number]): string {
  const place = position === null ? 'not found' : String(position)
  if (change === null || change === 0) return place
  return `${place}, ${change > 0 ? 'risen' : 'fallen'}`
}

function noPositions(days: number, mayWrite: boolean): Html {
  return html`<p class="absent">
    ${`No keyword position was measured in the last ${days} days.`}
    ${mayWrite ? html` <a href=${listAddress('keyword-positions/import')}>Import positions</a>` : null}
  </p>`
}
