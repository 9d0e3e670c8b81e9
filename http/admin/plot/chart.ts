import { scaleLinear } from 'd3-scale'
import { line } from 'd3-shape'
import { type Html, html } from '../html/html.ts'
import { t } from '../html/text.ts'
import { outlineOf } from './draw.ts'
import {
  fullDay,
  isEvents,
  isNumbers,
  isSpans,
  type Lane,
  type MarkKind,
  type NumberLane,
  type Plot,
  type Series,
} from './lane.ts'
import { latestValues, numberTable, seriesName } from './numbers.ts'
import { plotSvgs } from './svg.ts'

type Figure = Plot & {
  /** The address of the list that the plot is made from. */
  href?: string | undefined
  /** A link below the plot to a page that shows more of it. */
  more?: { href: string; label: string } | undefined
  /** Returns the address of the list that the numbers of a time are made from. */
  hrefOf?: ((at: string) => string) | undefined
}

type Chart = Omit<Figure, 'lanes'> & NumberLane

/** Renders numbers over time as a plot, with its numbers as a table. */
export function chart({ series, kind, isRank, from, ...figure }: Chart): Html {
  const lane = {
    series,
    ...(kind && { kind }),
    ...(isRank && { isRank }),
    ...(from !== undefined && { from }),
  }
  return plotFigure({ ...figure, lanes: [lane] })
}

/** Renders a plot as SVG with its legend, the values under the pointer, and a table. */
export function plotFigure(figure: Figure): Html {
  const { title, lanes, href, more, marks = [] } = figure
  return html`
    <figure class="panel chart" data-plot>
      <figcaption>
        ${href ? html`<a href=${href}>${title}</a>` : title}
        <ul class="legend">
          ${lanes.filter(isNumbers).map((lane) => lane.series.map((series) => html`<li class=${`tone-${series.tone}`}>${seriesName(lane, series)}</li>`))}
          ${partialSeries(lanes).map(({ tone }) => html`<li class=${`partial tone-${tone}`}>${t('plot.todaySoFar')}</li>`)}
          ${markKinds(lanes).map(
            ({ name, tone, shape }) => html`<li class=${`kind tone-${tone}`}>
              <svg class="shape" viewBox="-6 -6 12 12" aria-hidden="true"><path class="event" d=${outlineOf(shape, 0, 0)} /></svg>${name}
            </li>`,
          )}
        </ul>
      </figcaption>
      ${isEmpty(figure) ? html`<p class="absent">${t('plot.noData')}</p>` : html`${latestValues(figure)}<div class="plot" data-title=${title}>${plotSvgs(figure)}</div>`}
      ${markList(marks)} ${spanList(lanes)} ${numberTable(figure)}
      ${more && html`<p><a href=${more.href}>${more.label}</a></p>`}
    </figure>
  `
}

function isEmpty({ lanes }: Plot): boolean {
  return lanes.every(
    (lane) =>
      isNumbers(lane) && lane.series.every(({ points }) => points.every(({ value }) => value === null)),
  )
}

function partialSeries(lanes: Lane[]): Series[] {
  return lanes
    .filter(isNumbers)
    .flatMap(({ series }) => series.filter(({ points }) => points.at(-1)?.isPartial))
}

function markKinds(lanes: Lane[]): MarkKind[] {
  const kinds = lanes.filter(isEvents).flatMap(({ events }) => events.flatMap(({ kind }) => kind ?? []))
  return [...new Map(kinds.map((kind) => [kind.name, kind])).values()]
}

const shownMarks = 3

// The newest marks are listed, the others on request.
function markList(marks: NonNullable<Plot['marks']>): Html {
  if (marks.length === 0) return null
  const items = marks
    .toSorted((one, other) => (one.at < other.at ? -1 : 1))
    .map(
      ({ at, label, href }) =>
        html`<li>${href ? html`<a href=${href}>${label}</a>` : label} <time datetime=${at}>${fullDay(at)}</time></li>`,
    )
  const [shown, rest] = [items.slice(-shownMarks), items.slice(0, -shownMarks)]
  return html`
    <ul class="marks" aria-label=${t('plot.marks')}>${shown}</ul>
    ${
      rest.length === 0
        ? null
        : html`<details>
            <summary>${t('plot.more', { count: rest.length })}</summary>
            <ul class="marks" aria-label=${t('plot.olderMarks')}>${rest}</ul>
          </details>`
    }
  `
}

// The script of plots shows the spans at a time by their names.
function spanList(lanes: Lane[]): Html {
  return lanes.filter(isSpans).map(
    ({ label, spans, total, href }) => html`
      <details>
        <summary>${t('plot.spans', { label, total })}</summary>
        <ul class="spans">
          ${spans.map(
            ({
              from,
              to,
              label,
              href,
              tone,
            }) => html`<li class=${`tone-${tone}`} data-from=${Date.parse(from)} data-to=${to === null ? undefined : Date.parse(to)}>
              <a href=${href}>${label}</a>${' '}<span class="muted">${period(from, to)}</span>
            </li>`,
          )}
          ${total > spans.length ? html`<li><a href=${href}>${t('plot.more', { count: total - spans.length })}</a></li>` : null}
        </ul>
      </details>
    `,
  )
}

function period(from: string, to: string | null): string {
  return to === null
    ? t('plot.since', { from: fullDay(from) })
    : t('plot.fromTo', { from: fullDay(from), to: fullDay(to) })
}

const width = 96
const height = 20
const inset = 2

/**
 * Renders the course of a number without an axis. Its values stand in the same row of a table. The last one is dashed if
 * `isLastPartial`: its day is not over.
 */
export function sparkline(values: (number | null)[], { isRank = false, isLastPartial = false } = {}): Html {
  const known = values.filter((value) => value !== null)
  const [low, high] = [isRank ? Math.min(...known) : 0, Math.max(...known)]
  const x = scaleLinear([0, Math.max(1, values.length - 1)], [inset, width - inset])
  const ends = [height - inset, inset]
  const y = scaleLinear([low, Math.max(high, low + 1)], isRank ? ends.toReversed() : ends)
  const draw = line<number | null>()
    .defined((value) => value !== null)
    .x((_, index) => x(index))
    .y((value) => y(value ?? 0))
  const full = isLastPartial ? values.length - 1 : values.length
  const partial = isLastPartial && values.map((value, index) => (index < full - 1 ? null : value))
  return html`<svg class="sparkline" viewBox=${`0 0 ${width} ${height}`} aria-hidden="true">
    <path d=${draw(values.slice(0, full)) ?? ''} />
    ${partial && html`<path class="partial" d=${draw(partial) ?? ''} />`}
  </svg>`
}
