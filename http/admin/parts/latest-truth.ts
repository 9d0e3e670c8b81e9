import type { readStoreTruthSeries } from '../../../src/portfolio/store-truth/series.ts'
import { display } from '../html/display.ts'
import { type Html, html } from '../html/html.ts'
import { words } from '../html/words.ts'

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

/** Renders the latest store truth of each app of a product. */
export function latestTruth(
  series: Awaited<ReturnType<typeof readStoreTruthSeries>>,
  mayWrite: boolean,
): Html {
  return html`
    <section class="part" aria-labelledby="truth">
      <h2 id="truth">Store truth</h2>
      ${
        series.length === 0
          ? html`<p class="absent">Nothing was recorded in the last 90 days. ${mayWrite ? html`<a href="/admin/store-truth/import">Import store truth</a>` : null}</p>`
          : truthTable(series)
      }
    </section>
  `
}

function truthTable(series: Awaited<ReturnType<typeof readStoreTruthSeries>>): Html {
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
