import { policyAllows } from '../../../src/access/policy.ts'
import { keywordKey, maxPlotted, readTimeline, type Timeline } from '../../../src/catalog/timeline/read.ts'
import type { Product } from '../../../src/portfolio/product/read.ts'
import { toStorable } from '../../../src/record/rules/text.ts'
import { todayIn } from '../../../src/record/time-zone.ts'
import { type Html, html } from '../html/html.ts'
import { numberText, t } from '../html/text.ts'
import { dayText } from '../html/time.ts'
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
        <h2 id="timeline">${t('timeline.title')}</h2>
        <nav class="presets" aria-label=${t('timeline.period')}>
          ${periods.map((length) => html`<a href=${address(length)} aria-current=${length === days ? 'true' : undefined}>${t('timeline.days', { days: length })}</a>`)}
        </nav>
      </div>
      ${
        lanes.length === 0
          ? html`<p class="absent">${t('timeline.nothing', { days })}</p>`
          : plotFigure({
              title: t('timeline.plot', { from: dayText(from), to: dayText(to) }),
              lanes,
              period: { from, to: today },
              ...(days <= defaultDays && { timeLabel: shortDay }),
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
      <summary>${t('timeline.keywords')}</summary>
      <form method="get" action=${`${recordAddress('products', id)}#timeline`}>
        <input type="hidden" name="days" value=${days} />
        <p class="help">${t('timeline.keywordsAbout', { count: maxPlotted })}</p>
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
          <button>${t('timeline.show')}</button>
          <a href=${`${recordAddress('products', id)}?days=${days}#timeline`}>${t('timeline.movedMost')}</a>
          <a href=${listAddress('keyword-positions/explore', explore)}>${t('explore.winnersAndLosers')}</a>
        </div>
      </form>
    </details>
  `
}

function movementOf({ position, change }: Timeline['offered'][number]): string {
  const place = position === null ? t('timeline.notFound') : numberText(position)
  if (change === null || change === 0) return place
  return t(change > 0 ? 'timeline.risen' : 'timeline.fallen', { place })
}

function noPositions(days: number, mayWrite: boolean): Html {
  return html`<p class="absent">
    ${t('timeline.noPositions', { days })}
    ${mayWrite ? html` <a href=${listAddress('keyword-positions/import')}>${t('timeline.importPositions')}</a>` : null}
  </p>`
}
