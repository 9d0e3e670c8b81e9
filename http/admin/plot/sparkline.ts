import { scaleLinear } from 'd3-scale'
import { line } from 'd3-shape'
import { type Html, html } from '../html/html.ts'

const width = 96
const height = 20
const inset = 2

/** Renders the course of a number without an axis. Its values stand in the same row of a table. */
export function sparkline(values: (number | null)[], { isRank = false } = {}): Html {
  const known = values.filter((value) => value !== null)
  const [low, high] = [isRank ? Math.min(...known) : 0, Math.max(...known)]
  const x = scaleLinear([0, Math.max(1, values.length - 1)], [inset, width - inset])
  const ends = [height - inset, inset]
  const y = scaleLinear([low, Math.max(high, low + 1)], isRank ? ends.toReversed() : ends)
  const draw = line<number | null>()
    .defined((value) => value !== null)
    .x((_, index) => x(index))
    .y((value) => y(value ?? 0))
  return html`<svg class="sparkline" viewBox=${`0 0 ${width} ${height}`} aria-hidden="true">
    <path d=${draw(values) ?? ''} />
  </svg>`
}
