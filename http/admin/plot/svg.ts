import { extent, max } from 'd3-array'
import { scaleUtc } from 'd3-scale'
import { type Html, html } from '../html/html.ts'
import { t } from '../html/text.ts'
import { drawNumbers, eventMarks, rowsOfSpans, spanBars, tickLabel } from './draw.ts'
import { fullDay, isEvents, isNumbers, isSpans, type Lane, type Place, type Plot, timesOf } from './lane.ts'

// Text keeps its size when there is less room, so the plot is drawn for three widths and the stylesheet shows one.
const sizes = [
  { name: 'wide', width: 960, height: 190, times: 12 },
  { name: 'medium', width: 500, height: 170, times: 6 },
  { name: 'narrow', width: 340, height: 150, times: 4 },
] as const
const margin = { top: 8, right: 10, bottom: 22, left: 44 }
// The width of a label is estimated: its text has about as many characters of this width.
const characterWidth = 6
const labelGap = 8

// The heights of the lanes of a plot with several.
const heights = { label: 16, numbers: 84, events: 14, span: 11, gap: 10 }

type Size = (typeof sizes)[number]

/** Renders a plot as SVG, once for each width. */
export function plotSvgs(plot: Plot): Html {
  return sizes.map((size) => plotSvg(plot, size))
}

function plotSvg({ title, lanes, period, marks = [], timeLabel = fullDay }: Plot, size: Size): Html {
  const { width } = size
  const times = timesOf(lanes).map((at) => Date.parse(at))
  const [earliest = 0, latest = 0] = extent(times)
  const [first, last] = period ? [Date.parse(period.from), Date.parse(period.to)] : [earliest, latest]
  // Bars are centered on their time, so the first and the last need room at the sides.
  const hasBars = lanes.some((lane) => isNumbers(lane) && lane.kind === 'bars')
  const [left, right] = [roomForLabels(lanes), width - margin.right]
  const room = hasBars ? (right - left) / times.length / 2 : 0
  const x = scaleUtc([first, last], [left + room, right - room])
  let top = margin.top
  const placed = lanes.map((lane) => {
    const start = top + (lane.label ? heights.label : 0)
    const bottom = start + heightOf(lane, lanes.length === 1 ? size.height : heights.numbers)
    top = bottom + heights.gap
    return { lane, place: { x, top: start, bottom, left, right } }
  })
  const bottom = top - heights.gap
  const height = bottom + margin.bottom
  let column = 0
  return html`
    <svg class=${size.name} viewBox=${`0 0 ${width} ${height}`} role="img" aria-label=${t('plot.numbersBelow', { title })} data-x=${`${first} ${last} ${left + room} ${right - room}`} data-lanes=${`${margin.top} ${bottom}`}>
      ${placed.map(({ lane, place }) => {
        const drawn = drawLane(lane, place, column)
        column += isNumbers(lane) ? lane.series.length : 1
        const label = lane.label
          ? html`<text class="lane" x=${left} y=${place.top - 5}>${nameOf(lane)}</text>`
          : null
        return html`${label} ${drawn}`
      })}
      ${timeLabels(x, times, size, timeLabel).map(({ text, start, end }) => html`<text class="time" x=${(start + end) / 2} y=${height - 6} text-anchor="middle">${text}</text>`)}
      ${marks
        .map((mark) => ({ ...mark, time: Date.parse(mark.at) }))
        .filter(({ time }) => time >= first && time <= last)
        .map(
          ({ time, label }) =>
            html`<line class="mark" x1=${x(time)} x2=${x(time)} y1=${margin.top} y2=${bottom}><title>${label}</title></line>`,
        )}
    </svg>
  `
}

// Of spans that are left out it says how many are drawn.
function nameOf(lane: Lane): string | undefined {
  if (!isSpans(lane)) return lane.label
  const { label, spans, total } = lane
  const count = rowsOfSpans(spans).flat().length
  return count < total ? t('plot.drawn', { label, count, total }) : label
}

// The labels of the axis of numbers end at its left edge. The axis may end at a larger number than the largest value.
function roomForLabels(lanes: Lane[]): number {
  const values = lanes
    .filter(isNumbers)
    .flatMap(({ series }) => series.flatMap(({ points }) => points.flatMap(({ value }) => value ?? [])))
  const largest = max(values) ?? 0
  const lengths = [largest, 2 * largest].map((value) => tickLabel(value).length)
  return Math.max(margin.left, labelGap + characterWidth * Math.max(...lengths))
}

function heightOf(lane: Lane, numbers: number): number {
  if (isNumbers(lane)) return numbers
  return isEvents(lane) ? heights.events : Math.max(1, rowsOfSpans(lane.spans).length) * heights.span
}

// `column` is the first column of the table that has the values of the lane.
function drawLane(lane: Lane, place: Place, column: number): Html {
  if (isNumbers(lane)) return drawNumbers(lane, place, column)
  return isEvents(lane) ? eventMarks(lane, place) : spanBars(lane, place)
}

type TimeLabel = { text: string; start: number; end: number }

// With few points each time has a label. A label that is too close to the previous one is left out.
function timeLabels(x: Place['x'], times: number[], size: Size, textOf: (at: string) => string): TimeLabel[] {
  const ticks = times.length <= size.times ? times : x.ticks(size.times).map(Number)
  const kept: TimeLabel[] = []
  for (const tick of ticks) {
    const text = textOf(new Date(tick).toISOString())
    const length = characterWidth * text.length
    const start = Math.min(Math.max(0, x(tick) - length / 2), size.width - length)
    const before = kept.at(-1)
    if (before === undefined || start - before.end >= labelGap)
      kept.push({ text, start, end: start + length })
  }
  return kept
}
