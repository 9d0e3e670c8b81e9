import { type Html, html } from '../html/html.ts'
import { day, type Plot, plots, type Series } from './plot.ts'

type Chart = Plot & {
  /** The address of the list that the plot is made from. */
  href?: string
  /** A link below the plot to a page that shows more of it. */
  more?: { href: string; label: string }
  /** Returns the address of the list that the numbers of a time are made from. */
  hrefOf?: (at: string) => string
}

/** Renders a plot as SVG, with its numbers as a table. */
export function chart(options: Chart): Html {
  const { title, series, href, more } = options
  return html`
    <figure class="panel chart">
      <figcaption>
        ${href ? html`<a href=${href}>${title}</a>` : title}
        <ul class="legend">
          ${series.map(({ name, tone }) => html`<li class=${`tone-${tone}`}>${name}</li>`)}
        </ul>
      </figcaption>
      ${isEmpty(series) ? html`<p class="absent">No data for this period.</p>` : plots(options)}
      ${markList(options)} ${numbers(options)}
      ${more && html`<p><a href=${more.href}>${more.label}</a></p>`}
    </figure>
  `
}

function isEmpty(series: Series[]): boolean {
  return series.every(({ points }) => points.every(({ value }) => value === null))
}

function markList({ marks = [] }: Chart): Html {
  if (marks.length === 0) return null
  return html`<ul class="marks" aria-label="Marked on the plot">
    ${marks.map(({ at, label, href }) => html`<li><a href=${href}>${label}</a> <time datetime=${at}>${day(at)}</time></li>`)}
  </ul>`
}

function numbers({ title, series, timeLabel = day, hrefOf }: Chart): Html {
  const rows = new Map<string, string[]>()
  for (const [index, { points }] of series.entries())
    for (const { at, value, isAbsent } of points) {
      const row = rows.get(at) ?? series.map(() => '–')
      if (value !== null) row[index] = value.toLocaleString('en')
      else if (isAbsent) row[index] = 'not found'
      rows.set(at, row)
    }
  return html`
    <details>
      <summary>Numbers</summary>
      <div class="table" tabindex="0" role="region" aria-label=${`${title}, numbers`}>
        <table>
          <thead>
            <tr><th scope="col">Time</th>${series.map(({ name }) => html`<th scope="col" class="number">${name}</th>`)}</tr>
          </thead>
          <tbody>
            ${[...rows]
              .sort(([one], [other]) => (one < other ? -1 : 1))
              .map(
                ([at, values]) => html`<tr>
                <th scope="row">${hrefOf ? html`<a href=${hrefOf(at)}>${timeLabel(at)}</a>` : timeLabel(at)}</th>
                ${values.map((value) => html`<td class="number">${value}</td>`)}
              </tr>`,
              )}
          </tbody>
        </table>
      </div>
    </details>
  `
}
