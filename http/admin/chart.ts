import { scaleLinear, scaleUtc } from 'd3-scale'
import { line } from 'd3-shape'
import { type Html, html } from './html.ts'

/** A value at a time. Null is a gap: nothing was measured. */
export type Point = { at: string; value: number | null }

/** One line or one set of bars of a plot. */
export type Series = { name: string; tone: 'accent' | 'muted' | 'good' | 'warn' | 'bad'; points: Point[] }

/** An event that may explain what the plot shows, such as a decision. */
export type Mark = { at: string; label: string; href: string }

type Chart = {
  title: string
  series: Series[]
  kind?: 'line' | 'bars'
  /** Rank 1 stands at the top. */
  isRank?: boolean
  marks?: Mark[]
  /** Returns a time as the axis and the table show it. */
  timeLabel?: (at: string) => string
  /** The address of the list behind the plot. */
  href?: string
}

// Text keeps its size on a small screen, so the plot is drawn for both widths and the stylesheet shows one.
const sizes = [
  { name: 'wide', width: 720, height: 200, times: 8 },
  { name: 'narrow', width: 350, height: 180, times: 4 },
] as const
const margin = { top: 8, right: 10, bottom: 22, left: 44 }

/** Renders a plot as SVG, with its numbers as a table. */
export function chart(options: Chart): Html {
  const { title, series, href } = options
  return html`
    <figure class="panel chart">
      <figcaption>
        ${href ? html`<a href=${href}>${title}</a>` : title}
        <ul class="legend">
          ${series.map(({ name, tone }) => html`<li class=${`tone-${tone}`}>${name}</li>`)}
        </ul>
      </figcaption>
      ${isEmpty(series) ? html`<p class="absent">Nothing was measured in this time.</p>` : sizes.map((size) => plot(options, size))}
      ${markList(options)} ${numbers(options)}
    </figure>
  `
}

function isEmpty(series: Series[]): boolean {
  return series.every(({ points }) => points.every(({ value }) => value === null))
}

function plot(
  { title, series, kind = 'line', isRank = false, marks = [], timeLabel = day }: Chart,
  size: (typeof sizes)[number],
): Html {
  const { width, height } = size
  const times = series.flatMap(({ points }) => points.map(({ at }) => Date.parse(at)))
  const values = series.flatMap(({ points }) => points.flatMap(({ value }) => value ?? []))
  const [first, last] = [Math.min(...times), Math.max(...times)]
  const x = scaleUtc([first, last], [margin.left, width - margin.right])
  const low = isRank ? 1 : 0
  const y = scaleLinear(
    [low, Math.max(low + 1, ...values)],
    isRank ? [margin.top, height - margin.bottom] : [height - margin.bottom, margin.top],
  ).nice(4)
  return html`
    <svg class=${size.name} viewBox=${`0 0 ${width} ${height}`} role="img" aria-label=${`${title}. The numbers are in the table below.`}>
      ${y.ticks(4).map(
        (tick) => html`<g class="grid">
          <line x1=${margin.left} x2=${width - margin.right} y1=${y(tick)} y2=${y(tick)} />
          <text x=${margin.left - 6} y=${y(tick)} dy="0.32em" text-anchor="end">${tick.toLocaleString('en')}</text>
        </g>`,
      )}
      ${x
        .ticks(size.times)
        .map(
          (tick) =>
            html`<text class="time" x=${x(tick)} y=${height - 6} text-anchor="middle">${timeLabel(tick.toISOString())}</text>`,
        )}
      ${marks
        .filter(({ at }) => Date.parse(at) >= first && Date.parse(at) <= last)
        .map(
          ({ at, label }) =>
            html`<line class="mark" x1=${x(Date.parse(at))} x2=${x(Date.parse(at))} y1=${margin.top} y2=${height - margin.bottom}><title>${label}</title></line>`,
        )}
      ${series.map(({ tone, points }, index) => (kind === 'bars' ? bars(points, tone, index) : path(points, tone)))}
    </svg>
  `

  function path(points: Point[], tone: string): Html {
    const draw = line<Point>()
      .defined(({ value }) => value !== null)
      .x(({ at }) => x(Date.parse(at)))
      .y(({ value }) => y(value ?? 0))
    return html`
      <path class=${`line tone-${tone}`} d=${draw(points) ?? ''} />
      ${isolated(points).map(({ at, value }) => html`<circle class=${`tone-${tone}`} cx=${x(Date.parse(at))} cy=${y(value ?? 0)} r="2.5" />`)}
    `
  }

  function bars(points: Point[], tone: string, index: number): Html {
    const slot = (width - margin.left - margin.right) / Math.max(1, points.length)
    const bar = Math.max(1, (slot * 0.8) / series.length)
    return points.map(({ at, value }) =>
      value === null || value === 0
        ? null
        : html`<rect class=${`tone-${tone}`} x=${x(Date.parse(at)) - (bar * series.length) / 2 + bar * index} y=${y(value)} width=${bar} height=${y(0) - y(value)}><title>${`${timeLabel(at)}: ${value.toLocaleString('en')}`}</title></rect>`,
    )
  }
}

// A point between two gaps would be a line of length 0, which is not visible.
function isolated(points: Point[]): Point[] {
  return points.filter(
    ({ value }, index) =>
      value !== null && points[index - 1]?.value == null && points[index + 1]?.value == null,
  )
}

function markList({ marks = [] }: Chart): Html {
  if (marks.length === 0) return null
  return html`<ul class="marks" aria-label="Marked on the plot">
    ${marks.map(({ at, label, href }) => html`<li><a href=${href}>${label}</a> <time datetime=${at}>${day(at)}</time></li>`)}
  </ul>`
}

function numbers({ title, series, timeLabel = day }: Chart): Html {
  const rows = new Map<string, (number | null)[]>()
  for (const [index, { points }] of series.entries())
    for (const { at, value } of points) {
      const row = rows.get(at) ?? series.map(() => null)
      row[index] = value
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
                <th scope="row">${timeLabel(at)}</th>
                ${values.map((value) => html`<td class="number">${value === null ? '–' : value.toLocaleString('en')}</td>`)}
              </tr>`,
              )}
          </tbody>
        </table>
      </div>
    </details>
  `
}

function day(at: string): string {
  return at.slice(0, 10)
}

/** Returns the hour of a timestamp: `03:00`. */
export function hour(at: string): string {
  return at.slice(11, 16)
}
