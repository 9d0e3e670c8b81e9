import { extent } from 'd3-array'
import { scaleUtc } from 'd3-scale'
import { type Html, html } from '../html/html.ts'
import { drawNumbers, eventMarks, rowsOfSpans, spanBars } from './draw.ts'
import { day, isEvents, isNumbers, isSpans, type Lane, type Place, type Plot, timesOf } from './lane.ts'

// Text keeps its size when there is less room, so the plot is drawn for three widths and the stylesheet shows one.
const sizes = [
  { name: 'wide', width: 960, height: 190, times: 12 },
  { name: 'medium', width: 500, height: 170, times: 6 },
  { name: 'narrow', width: 340, height: 150, times: 4 },
] as const
const margin = { top: 8, right: 10, bottom: 22, left: 44 }
const minTickDistance = 60
const halfLabel = 32

// The heights of the lanes of a plot with several.
const heights = { label: 16, numbers: 84, events: 14, span: 11, gap: 10 }

type Size = (typeof sizes)[number]

/** Renders a plot as SVG, once for each width. */
export function plotSvgs(plot: Plot): Html {
  return sizes.map((size) => plotSvg(plot, size))
}

function plotSvg({ title, lanes, period, marks = [], timeLabel = day }: Plot, size: Size): Html {
  const { width } = size
  const times = timesOf(lanes).map((at) => Date.parse(at))
  const [earliest = 0, latest = 0] = extent(times)
  const [first, last] = period ? [Date.parse(period.from), Date.parse(period.to)] : [earliest, latest]
  // Bars are centered on their time, so the first and the last need room at the sides.
  const hasBars = lanes.some((lane) => isNumbers(lane) && lane.kind === 'bars')
  const room = hasBars ? (width - margin.left - margin.right) / times.length / 2 : 0
  const [left, right] = [margin.left, width - margin.right]
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
    <svg class=${size.name} viewBox=${`0 0 ${width} ${height}`} role="img" aria-label=${`${title}. The numbers are in the table below.`} data-x=${`${first} ${last} ${left + room} ${right - room}`} data-lanes=${`${margin.top} ${bottom}`}>
      ${placed.map(({ lane, place }) => {
        const drawn = drawLane(lane, place, column)
        column += isNumbers(lane) ? lane.series.length : 1
        const label = lane.label
          ? html`<text class="lane" x=${left} y=${place.top - 5}>${lane.label}${leftOutOf(lane)}</text>`
          : null
        return html`${label} ${drawn}`
      })}
      ${timeTicks(x, times, size).map((tick) => {
        const isLast = x(tick) > width - halfLabel
        return html`<text class="time" x=${isLast ? width : x(tick)} y=${height - 6} text-anchor=${isLast ? 'end' : 'middle'}>${timeLabel(new Date(tick).toISOString())}</text>`
      })}
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

function leftOutOf(lane: Lane): string | null {
  if (!isSpans(lane)) return null
  const drawn = rowsOfSpans(lane.spans).flat().length
  return drawn < lane.total ? `: ${drawn} of ${lane.total.toLocaleString('en')} drawn` : null
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

// With few points each time has a label. A label that is too close to the previous one is left out.
function timeTicks(x: Place['x'], times: number[], size: Size): number[] {
  const ticks = times.length <= size.times ? times : x.ticks(size.times).map(Number)
  const kept: number[] = []
  for (const tick of ticks) {
    const before = kept.at(-1)
    if (before === undefined || x(tick) - x(before) >= minTickDistance) kept.push(tick)
  }
  return kept
}
