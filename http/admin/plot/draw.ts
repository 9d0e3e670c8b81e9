import { max } from 'd3-array'
import { scaleLinear, scaleLog } from 'd3-scale'
import { area, line } from 'd3-shape'
import { type Html, html } from '../html/html.ts'
import { compactText, numberText } from '../html/text.ts'
import type { EventLane, NumberLane, Place, Point, Series, Shape, Span, SpanLane } from './lane.ts'

const logFrom = 100
const powersOfTen = [1, 10, 100, 1000]

/**
 * Renders the axis of a lane and its lines or bars. The script of plots finds the values of the series in the columns
 * from `column` on.
 */
export function drawNumbers(lane: NumberLane, place: Place, column: number): Html {
  const { series, kind = 'line', isRank = false, from = 0 } = lane
  const { x, top, bottom, left, right } = place
  const values = series.flatMap(({ points }) => points.flatMap(({ value }) => value ?? []))
  const low = isRank ? 1 : from
  const count = bottom - top < 100 ? 2 : 4
  const nice = scaleLinear()
    .domain([low, Math.max(low + 1, max(values) ?? 0)])
    .nice(count)
  const high = nice.domain()[1] as number
  const range = isRank ? [top, bottom] : [bottom, top]
  // A fall from 28 to 62 would not be visible beside ranks of several hundred.
  const isLog = isRank && high > logFrom
  const y = (isLog ? scaleLog : scaleLinear)([low, high], range)
  const ticks = isLog ? powersOfTen.filter((rank) => rank <= high) : y.ticks(count).concat(isRank ? 1 : [])
  const isWhole = values.every(Number.isInteger)
  return html`
    ${ticks
      .filter((tick) => !isWhole || Number.isInteger(tick))
      .map(
        (tick) => html`<g class="grid">
          <line x1=${left} x2=${right} y1=${y(tick)} y2=${y(tick)} />
          <text x=${left - 6} y=${y(tick)} dy="0.32em" text-anchor="end">${tickLabel(tick)}</text>
        </g>`,
      )}
    <g data-y=${`${low} ${high} ${range.join(' ')}`} data-log=${isLog ? '' : undefined} data-column=${column}>
      ${series.map((one, index) => (kind === 'bars' ? bars(one, index) : path(one)))}
    </g>
  `

  function path({ points, tone }: Series): Html {
    const at = (point: Point) => x(Date.parse(point.at))
    const height = ({ value }: Point) => y(value ?? 0)
    const isMeasured = ({ value }: Point) => value !== null
    const draw = line<Point>().digits(1).defined(isMeasured).x(at).y(height)
    const fill = area<Point>().digits(1).defined(isMeasured).x(at).y0(bottom).y1(height)
    const full = points.filter(({ isPartial }) => !isPartial)
    const absent = points.filter(({ isAbsent }) => isAbsent)
    return html`
      ${tone === 'accent' && !isRank && from === 0 ? html`<path class="area" d=${fill(full) ?? ''} />` : null}
      <path class=${`line tone-${tone}`} d=${draw(full) ?? ''} />
      ${full.length < points.length ? html`<path class=${`partial tone-${tone}`} d=${draw(points.slice(-2)) ?? ''} />` : null}
      ${absent.length > 0 && html`<path class=${`cross tone-${tone}`} d=${absent.map((point) => `M${(at(point) - 3).toFixed(1)} ${bottom - 6}l6 6m0 -6l-6 6`).join('')} />`}
      ${isolated(points).map((point) => html`<circle class=${`tone-${tone}`} cx=${at(point)} cy=${height(point)} r="2.5" />`)}
    `
  }

  function bars({ points, tone }: Series, index: number): Html {
    const slot = (right - left) / points.length
    const bar = Math.max(1, Math.min(28, (slot * 0.7) / series.length))
    return points.map(({ at, value }) =>
      value === null || value === 0
        ? null
        : html`<rect class=${`tone-${tone}`} x=${x(Date.parse(at)) - (bar * series.length) / 2 + bar * index} y=${y(value)} width=${bar - 1} height=${bottom - y(value)} />`,
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

const maxRows = 6
const barHeight = 8
const minWidth = 4
const radius = 4

/** Returns a number as the axis shows it: a large one in short, because the room beside a plot is small. */
export function tickLabel(tick: number): string {
  return tick < 100_000 ? numberText(tick, 3) : compactText(tick)
}

/** Renders the events of a lane as marks on a line. */
export function eventMarks({ events }: EventLane, { x, top, bottom, left, right }: Place): Html {
  const middle = (top + bottom) / 2
  const [first = 0, last = 0] = x.domain().map(Number)
  return html`
    <g class="grid"><line x1=${left} x2=${right} y1=${middle} y2=${middle} /></g>
    ${events
      .filter(({ at }) => Date.parse(at) >= first && Date.parse(at) <= last)
      .map(({ at, label, kind, tone = kind?.tone ?? 'accent' }) => {
        const outline = outlineOf(kind?.shape ?? 'diamond', Math.round(x(Date.parse(at))), middle)
        return html`<path class=${`event tone-${tone}`} d=${outline}><title>${label}</title></path>`
      })}
  `
}

/** Returns the path of a mark around a point. */
export function outlineOf(shape: Shape, x: number, y: number): string {
  const r = radius
  switch (shape) {
    case 'diamond':
      return `M${x} ${y - r}l${r} ${r}l${-r} ${r}l${-r} ${-r}z`
    case 'square':
      return `M${x - r} ${y - r}h${2 * r}v${2 * r}h${-2 * r}z`
    case 'circle':
      return `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`
    case 'triangle':
      return `M${x} ${y - r}l${r} ${2 * r}h${-2 * r}z`
    case 'triangle-down':
      return `M${x} ${y + r}l${r} ${-2 * r}h${-2 * r}z`
  }
}

/** Renders the spans of a lane as bars, in as few rows as are needed for those at the same time. */
export function spanBars({ spans }: SpanLane, { x, top, bottom, left, right }: Place): Html {
  const rows = rowsOfSpans(spans)
  const rowHeight = (bottom - top) / Math.max(1, rows.length)
  const clamped = (time: number) => Math.min(right, Math.max(left, x(time)))
  return rows.map((row, index) =>
    row.map(({ from, to, label, tone }) => {
      const start = clamped(Date.parse(from))
      const end = to === null ? right : clamped(Date.parse(to))
      return html`<rect class=${`span tone-${tone}`} x=${start} y=${top + index * rowHeight} width=${Math.max(minWidth, end - start)} height=${barHeight} rx="2"><title>${label}</title></rect>`
    }),
  )
}

/**
 * Returns the spans in rows in which none overlaps another. The first spans are placed first: those that then find no row are
 * left out of the drawing.
 */
export function rowsOfSpans(spans: Span[]): Span[][] {
  const rows: Span[][] = []
  for (const span of spans) {
    const free = rows.find((row) => row.every((placed) => !overlap(span, placed)))
    if (free) free.push(span)
    else if (rows.length < maxRows) rows.push([span])
  }
  return rows
}

function overlap(one: Span, other: Span): boolean {
  return (one.to === null || one.to >= other.from) && (other.to === null || other.to >= one.from)
}
