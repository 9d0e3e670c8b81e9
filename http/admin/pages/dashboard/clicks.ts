import type { ClickDay } from '../../../../src/operations/dashboard/clicks.ts'
import type { DecisionDate } from '../../../../src/portfolio/decision/read.ts'
import { visibleName } from '../../../../src/record/invisible.ts'
import { usualDays } from '../../../../src/record/rules/period.ts'
import type { Html } from '../../html/html.ts'
import type { Card } from '../../html/panels.ts'
import { numberText, t } from '../../html/text.ts'
import { chart } from '../../plot/chart.ts'
import { shortDay } from '../../plot/lane.ts'
import { listAddress, recordAddress } from '../../record/address.ts'
import { percentChange, signed } from '../explore/comparison.ts'

/** Returns the clicks of the full days as a card, compared with as many days before. */
export function clickCard(days: ClickDay[]): Card {
  const full = fullDays(days)
  const clicks = full.reduce((sum, day) => sum + day.clicks, 0)
  const before = full.reduce((sum, day) => sum + (day.clicks_before ?? 0), 0)
  const percent = percentChange(clicks, before)
  return {
    label: t('dashboard.clicks', { days: usualDays }),
    value: numberText(clicks),
    note:
      percent === undefined
        ? t('dashboard.noClicksBefore', { days: usualDays })
        : t('dashboard.clicksChange', { change: signed(percent), days: usualDays }),
    href: clicksOf(full[0]?.date, full.at(-1)?.date),
  }
}

// The last day that is read is today.
function fullDays(days: ClickDay[]): ClickDay[] {
  return days.slice(0, -1)
}

/** Renders the clicks of each day as a plot. Today, which is not over, is dashed. */
export function clickChart(days: ClickDay[], decisions: DecisionDate[]): Html {
  return chart({
    title: t('explore.clicksPerDay'),
    href: clicksOf(days[0]?.date, days.at(-1)?.date),
    hrefOf: (at) => clicksOf(at, at),
    more: { href: listAddress('clicks/explore'), label: t('explore.clicksByPeriod') },
    marks: decisions.map(({ date, event, id, title }) => ({
      at: date,
      label: t(event === 'created' ? 'dashboard.decided' : 'dashboard.reviewed', {
        title: visibleName({ id, name: title }),
      }),
      href: recordAddress('decisions', id),
    })),
    timeLabel: shortDay,
    series: [
      {
        name: t('dashboard.daysBefore', { days: usualDays }),
        tone: 'muted',
        points: fullDays(days).map(({ date, clicks_before }) => ({ at: date, value: clicks_before })),
      },
      {
        name: t('dashboard.lastFullDays', { days: usualDays }),
        tone: 'accent',
        points: days.map(({ date, clicks }, index) => ({
          at: date,
          value: clicks,
          isPartial: index === days.length - 1,
        })),
      },
    ],
  })
}

function clicksOf(date_from = '', date_to = ''): string {
  return listAddress('clicks', { date_from, date_to })
}
