import { scaleLinear, scaleUtc } from 'd3-scale'
import { area, line } from 'd3-shape'
import { type Html, html } from '../html/html.ts'

/** A value at a time. Null means that nothing was measured or, with `isAbsent`, that the app was not found. */
type Point = { at: string; value: number | null; isAbsent?: boolean }

/** One line or one set of bars of a plot. */
export type Series = { name: string; tone: 'accent' | 'muted' | 'good' | 'warn' | 'bad'; points: Point[] }

/** An event that may explain what the plot shows, such as a decision. */
export type Mark = { at: string; label: string; href: string }

/** The data and options of a plot. */
export type Plot = {
  title: string
  series: Series[]
  kind?: 'line' | 'bars'
  /** Rank 1 stands at the top. */
  isRank?: boolean
  /** The value at the bottom. Default: 0. */
  from?: number
  marks?: Mark[]
  /** Returns a time as the axis and the table show it. */
  timeLabel?: (at: string) => string
}

// Text keeps its size when there is less room, so the plot is drawn for three widths and the stylesheet shows one.
const sizes = [
  { name: 'wide', width: 960, height: 220, times: 12 },
  { name: 'medium', width: 500, height: 200, times: 6 },
  { name: 'narrow', width: 340, height: 180, times: 4 },
] as const
const margin = { top: 8, right: 10, bottom: 22, left: 44 }
const minTickDistance = 60
const halfLabel = 32
// With more times, the areas that show the numbers under the pointer would be too narrow.
const maxBands = 60

/** Renders a plot as SVG, once for each width. */
export function plots(options: Plot): Html {
  return sizes.map((size) => plot(options, size))
}

function plot(
  { title, series, kind = 'line', isRank = false, from = 0, marks = [], timeLabel = day }: Plot,
  size: (typeof sizes)[number],
): Html {
  const { width, height } = size
  const times = timesOf(series)
  const values = series.flatMap(({ points }) => points.flatMap(({ value }) => value ?? []))
  const [first = 0, last = 0] = [times[0], times.at(-1)]
  const bottom = height - margin.bottom
  // Bars are centered on their time, so the first and the last need room at the sides.
  const slot = (width - margin.left - margin.right) / times.length
  const room = kind === 'bars' ? slot / 2 : 0
  const x = scaleUtc([first, last], [margin.left + room, width - margin.right - room])
  const low = isRank ? 1 : from
  const nice = scaleLinear()
    .domain([low, Math.max(low + 1, ...values)])
    .nice(4)
  const top = nice.domain()[1] as number
  const y = scaleLinear([low, top], isRank ? [margin.top, bottom] : [bottom, margin.top])
  const isWhole = values.every(Number.isInteger)
  return html`
    <svg class=${size.name} viewBox=${`0 0 ${width} ${height}`} role="img" aria-label=${`${title}. The numbers are in the table below.`}>
      ${y
        .ticks(4)
        .concat(isRank ? 1 : [])
        .filter((tick) => !isWhole || Number.isInteger(tick))
        .map(
          (tick) => html`<g class="grid">
          <line x1=${margin.left} x2=${width - margin.right} y1=${y(tick)} y2=${y(tick)} />
          <text x=${margin.left - 6} y=${y(tick)} dy="0.32em" text-anchor="end">${tick.toLocaleString('en')}</text>
        </g>`,
        )}
      ${timeTicks().map((tick) => {
        const isLast = x(tick) > width - halfLabel
        return html`<text class="time" x=${isLast ? width : x(tick)} y=${height - 6} text-anchor=${isLast ? 'end' : 'middle'}>${timeLabel(new Date(tick).toISOString())}</text>`
      })}
      ${series.map(({ tone, points }, index) => (kind === 'bars' ? bars(points, tone, index) : path(points, tone)))}
      ${marks
        .map((mark) => ({ ...mark, time: Date.parse(mark.at) }))
        .filter(({ time }) => time >= first && time <= last)
        .map(
          ({ time, label }) =>
            html`<line class="mark" x1=${x(time)} x2=${x(time)} y1=${margin.top} y2=${bottom}><title>${label}</title></line>`,
        )}
      ${times.length > maxBands ? null : times.map(band)}
    </svg>
  `

  // With few points each time has a label. A label that is too close to the previous one is left out.
  function timeTicks(): number[] {
    const ticks = times.length <= size.times ? times : x.ticks(size.times).map(Number)
    const kept: number[] = []
    for (const tick of ticks) {
      const before = kept.at(-1)
      if (before === undefined || x(tick) - x(before) >= minTickDistance) kept.push(tick)
    }
    return kept
  }

  function path(points: Point[], tone: string): Html {
    const at = (point: Point) => x(Date.parse(point.at))
    const height = ({ value }: Point) => y(value ?? 0)
    const isMeasured = ({ value }: Point) => value !== null
    const draw = line<Point>().defined(isMeasured).x(at).y(height)
    const fill = area<Point>().defined(isMeasured).x(at).y0(bottom).y1(height)
    return html`
      ${tone === 'accent' && !isRank && from === 0 ? html`<path class="area" d=${fill(points) ?? ''} />` : null}
      <path class=${`line tone-${tone}`} d=${draw(points) ?? ''} />
      ${absences(points).map(
        (point) =>
          html`<path class=${`cross tone-${tone}`} d=${`M${at(point) - 3} ${bottom - 6}l6 6m0 -6l-6 6`} />`,
      )}
      ${isolated(points).map((point) => html`<circle class=${`tone-${tone}`} cx=${at(point)} cy=${height(point)} r="2.5" />`)}
    `
  }

  function bars(points: Point[], tone: string, index: number): Html {
    const bar = Math.max(1, Math.min(28, (slot * 0.7) / series.length))
    return points.map(({ at, value }) =>
      value === null || value === 0
        ? null
        : html`<rect class=${`tone-${tone}`} x=${x(Date.parse(at)) - (bar * series.length) / 2 + bar * index} y=${y(value)} width=${bar - 1} height=${bottom - y(value)} />`,
    )
  }

  // Shows the numbers of a time under the pointer.
  function band(time: number, index: number): Html {
    const start = index === 0 ? margin.left : (x(times[index - 1] ?? time) + x(time)) / 2
    const end =
      index === times.length - 1 ? width - margin.right : (x(time) + x(times[index + 1] ?? time)) / 2
    const shown = series.flatMap(({ name, points }) => {
      const value = points.find(({ at }) => Date.parse(at) === time)?.value
      return value == null ? [] : [`${name} ${value.toLocaleString('en')}`]
    })
    const title = `${timeLabel(new Date(time).toISOString())}: ${shown.join(', ') || 'not measured'}`
    return html`<rect class="band" x=${start} y=${margin.top} width=${end - start} height=${bottom - margin.top}><title>${title}</title></rect>`
  }
}

function timesOf(series: Series[]): number[] {
  const times = series.flatMap(({ points }) => points.map(({ at }) => Date.parse(at)))
  return [...new Set(times)].sort((one, other) => one - other)
}

// These points are shown as crosses at the bottom.
function absences(points: Point[]): Point[] {
  return points.filter(({ isAbsent }) => isAbsent)
}

// A point between two gaps would be a line of length 0, which is not visible.
function isolated(points: Point[]): Point[] {
  return points.filter(
    ({ value }, index) =>
      value !== null && points[index - 1]?.value == null && points[index + 1]?.value == null,
  )
}

/** Returns the day of a timestamp. */
export function day(at: string): string {
  return at.slice(0, 10)
}
