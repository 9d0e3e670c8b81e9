import type { MetricTrend } from '../../../../src/catalog/trends/query.ts'
import type { ShownWeek } from '../../../../src/catalog/week/read.ts'
import { type Html, html } from '../../html/html.ts'
import { panel } from '../../html/panels.ts'
import { numberText, t } from '../../html/text.ts'
import { dayText } from '../../html/time.ts'
import { sparkline } from '../../plot/chart.ts'
import { listAddress, recordAddress } from '../../record/address.ts'
import { distinctTitle } from '../../record/record-link.ts'
import { changeTone, signed } from '../explore/comparison.ts'
import { measuredIn } from './links.ts'

/** Returns what a mover is about: "Clicks, QR Scanner (iOS)". */
export function moverName({ metric, name, platform, keyword, country }: MetricTrend): string {
  const app = distinctTitle('app', { id: null, title: name, platform })
  if (metric === 'position')
    return t('week.moverPosition', { keyword: keyword ?? '', country: country ?? '', app })
  return t(metric === 'clicks' ? 'week.moverClicks' : 'week.moverRating', { app })
}

/** Returns whether a mover got better. A smaller position is better. */
function isBetter({ metric, change }: MetricTrend): boolean {
  return metric === 'position' ? (change ?? 0) < 0 : (change ?? 0) > 0
}

/** Renders what moved most against the same weekdays before, with the days of the week as small plots. */
export function moversPanel({ movers, period }: ShownWeek): Html {
  const { measured, compared_with } = period
  if (!measured || !compared_with || movers.length === 0)
    return panel(
      'movers',
      t('week.moved'),
      html`<p class="absent">${t(measured ? 'week.nothingMoved' : 'week.noFullDay')}</p>`,
    )
  const explorer = (collection: string) =>
    listAddress(`${collection}/explore`, { date_from: measured.from, date_to: measured.to })
  const content = html`
    <div class="table" tabindex="0" role="region" aria-label=${t('week.table', { name: t('week.moved') })}>
      <table class="compared">
        <thead>
          <tr>
            <th scope="col">${t('week.measured')}</th>
            <th scope="col" class="number">${t('explore.before')}</th>
            <th scope="col" class="number">${t('week.now')}</th>
            <th scope="col" class="number">${t('explore.change')}</th>
            <th scope="col">${t('explore.eachDay')}</th>
          </tr>
        </thead>
        <tbody>
          ${movers.map(
            (mover) => html`<tr>
              <th scope="row" class="wide"><a href=${recordAddress('apps', mover.app_slug)}>${moverName(mover)}</a></th>
              <td class="number">${value(mover, mover.previous, compared_with)}</td>
              <td class="number">${value(mover, mover.current, measured)}</td>
              <td class=${`number ${changeTone(isBetter(mover) ? 1 : -1)}`}>${signed(mover.change ?? 0)}</td>
              <td>${sparkline(
                mover.points.map((point) => point.value),
                { isRank: mover.metric === 'position' },
              )}</td>
            </tr>`,
          )}
        </tbody>
      </table>
    </div>
    <p class="muted">
      ${t('week.movedAbout', {
        from: dayText(measured.from),
        to: dayText(measured.to),
        beforeFrom: dayText(compared_with.from),
        beforeTo: dayText(compared_with.to),
      })}
    </p>
    <p>
      <a href=${explorer('clicks')}>${t('explore.clicksByPeriod')}</a>${' '}
      <a href=${explorer('keyword-positions')}>${t('explore.keywordMovement')}</a>
    </p>
  `
  return panel('movers', t('week.moved'), content)
}

function value(mover: MetricTrend, number: number | null, days: { from: string; to: string }): Html {
  if (number === null) return html`<span class="absent">–</span>`
  return html`<a href=${measuredIn(mover, days)}>${numberText(number)}</a>`
}
