import { type Html, html } from '../html/html.ts'
import type { EventLane, Place, Span, SpanLane } from './lane.ts'

const maxRows = 6
const barHeight = 8
const minWidth = 4
const radius = 4

/** Renders the events of a lane as marks on a line. */
export function eventMarks({ events }: EventLane, { x, top, bottom, left, right }: Place): Html {
  const middle = (top + bottom) / 2
  const [first = 0, last = 0] = x.domain().map(Number)
  return html`
    <g class="grid"><line x1=${left} x2=${right} y1=${middle} y2=${middle} /></g>
    ${events
      .filter(({ at }) => Date.parse(at) >= first && Date.parse(at) <= last)
      .map(({ at, label, tone = 'accent' }) => {
        const [cx, r] = [x(Date.parse(at)), radius]
        const shape = `M${cx} ${middle - r}l${r} ${r}l${-r} ${r}l${-r} ${-r}z`
        return html`<path class=${`event tone-${tone}`} d=${shape}><title>${label}</title></path>`
      })}
  `
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

/** Returns the spans in rows in which none overlaps another. Those that find no row are left out of the drawing. */
export function rowsOfSpans(spans: Span[]): Span[][] {
  const rows: Span[][] = []
  for (const span of spans.toSorted((one, other) => (one.from < other.from ? -1 : 1))) {
    const free = rows.find((row) => {
      const last = row.at(-1)
      return last !== undefined && last.to !== null && last.to < span.from
    })
    if (free) free.push(span)
    else if (rows.length < maxRows) rows.push([span])
  }
  return rows
}
