import type { Decision } from '../../../src/portfolio/decision/decision-with-tasks.ts'
import type { readPositionSeries } from '../../../src/portfolio/keyword-position/series.ts'
import type { readStoreTruthSeries } from '../../../src/portfolio/store-truth/series.ts'
import { display } from '../html/display.ts'
import { type Html, html } from '../html/html.ts'
import { words } from '../html/words.ts'
import { chart } from '../plot/chart.ts'
import { type Event, type Series, tones } from '../plot/lane.ts'
import { shortDay } from '../plot/time-label.ts'

const shownFields = [
  'date',
  'title',
  'version',
  'rating',
  'ratings_count',
  'installs_band',
  'price',
  'status',
] as const
const numeric = new Set<string>(['rating', 'ratings_count'])

/** Renders the keyword positions of a product. Below the plot it names the keywords for which an app is not found. */
export function positionPlot(
  { series, more }: Awaited<ReturnType<typeof readPositionSeries>>,
  decisions: Decision[],
  mayWrite: boolean,
): Html {
  const absences = series.flatMap(({ keyword, country, app_name, points }) => {
    const last = points.at(-1)
    return last?.measured && last.position === null ? [{ keyword, country, app_name, date: last.date }] : []
  })
  return html`
    <section class="part" aria-labelledby="positions">
      <h2 id="positions">Keyword positions</h2>
      ${
        series.length === 0
          ? html`<p class="absent">Nothing was measured in the last 90 days. ${mayWrite ? html`<a href="/admin/keyword-positions/import">Import positions</a>` : null}</p>`
          : chart({
              title: 'Position in the search results of the store',
              isRank: true,
              series: series.slice(0, tones.length).map(
                ({ keyword, country, platform, points }, index): Series => ({
                  name: `${keyword}, ${country}, ${platform}`,
                  tone: tones[index] ?? 'muted',
                  points: points.map(({ date, position, measured }) => ({
                    at: date,
                    value: position,
                    isAbsent: measured && position === null,
                  })),
                }),
              ),
              timeLabel: shortDay,
              marks: marksOf(decisions),
              href: '/admin/keyword-positions',
            })
      }
      ${absences.map(
        ({ keyword, country, app_name, date }) => html`<p>
          ${app_name} was not found for “${keyword}” in ${country} on ${date}.
        </p>`,
      )}
      ${more || series.length > tones.length ? html`<p class="muted">The plot shows the best keywords only.</p>` : null}
    </section>
  `
}

/** Renders the ratings of the apps of a product over time. */
export function storeTruthPlot(
  series: Awaited<ReturnType<typeof readStoreTruthSeries>>,
  decisions: Decision[],
  mayWrite: boolean,
): Html {
  return html`
    <section class="part" aria-labelledby="truth">
      <h2 id="truth">Store truth</h2>
      ${
        series.length === 0
          ? html`<p class="absent">Nothing was recorded in the last 90 days. ${mayWrite ? html`<a href="/admin/store-truth/import">Import store truth</a>` : null}</p>`
          : chart({
              title: 'Rating in the store, out of 5',
              from: lowestRating(series),
              series: series.slice(0, tones.length).map(
                ({ app_name, platform, points }, index): Series => ({
                  name: `${app_name}, ${platform}`,
                  tone: tones[index] ?? 'muted',
                  points: points.map(({ date, rating }) => ({ at: date, value: rating })),
                }),
              ),
              timeLabel: shortDay,
              marks: marksOf(decisions),
              href: '/admin/store-truth',
            })
      }
    </section>
  `
}

/** Renders the latest store truth of each app of a product. */
export function latestTruth(series: Awaited<ReturnType<typeof readStoreTruthSeries>>): Html {
  if (series.length === 0) return null
  return html`
    <div class="table" tabindex="0" role="region" aria-label="Latest store truth of each app">
      <table>
        <thead>
          <tr>
            <th scope="col">App</th>
            ${shownFields.map((name) => html`<th scope="col" class=${numeric.has(name) ? 'number' : undefined}>${words(name)}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${series.map(({ app_id, app_name, platform, points }) => {
            const last = points.at(-1)
            return html`<tr>
              <th scope="row"><a href=${`/admin/apps/${app_id}`}>${app_name}, ${platform}</a></th>
              ${shownFields.map((name) => html`<td class=${numeric.has(name) ? 'number' : undefined}>${display(name, last?.[name], name === 'status')}</td>`)}
            </tr>`
          })}
        </tbody>
      </table>
    </div>
  `
}

// Ratings differ by tenths, so the plot does not begin at 0.
function lowestRating(series: Awaited<ReturnType<typeof readStoreTruthSeries>>): number {
  const ratings = series.flatMap(({ points }) => points.flatMap(({ rating }) => rating ?? []))
  return Math.max(0, Math.floor(Math.min(5, ...ratings)) - 1)
}

// A decision may explain a change of the lines.
function marksOf(decisions: Decision[]): Event[] {
  return decisions.map(({ id, title, created_at }) => ({
    at: created_at,
    label: title,
    href: `/admin/decisions/${id}`,
  }))
}
