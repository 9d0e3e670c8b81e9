import type { ScaleTime } from 'd3-scale'
import { dayText, timeText } from '../html/time.ts'

/** The colors of a plot, from the stylesheet. */
export const tones = ['accent', 'good', 'warn', 'bad', 'muted'] as const
type Tone = (typeof tones)[number]

/**
 * A value at a time. Null means that nothing was measured or, with `isAbsent`, that the app was not found. `isPartial` is the
 * sum of a day that is not over: only the last point of a series may be that.
 */
export type Point = { at: string; value: number | null; isAbsent?: boolean; isPartial?: boolean }

/** One line or one set of bars of a plot. */
export type Series = { name: string; tone: Tone; points: Point[] }

/** Numbers over time, with an axis of their own. */
export type NumberLane = {
  label?: string
  series: Series[]
  kind?: 'line' | 'bars'
  /** Rank 1 stands at the top. */
  isRank?: boolean
  /** The value at the bottom. Default: 0. */
  from?: number
}

/** The outline of a mark, so that marks also differ without colors. */
export type Shape = 'diamond' | 'square' | 'circle' | 'triangle' | 'triangle-down'

/** What the marks of a tone and a shape have in common, as the legend shows it. */
export type MarkKind = { name: string; tone: Tone; shape: Shape }

/** Something that happened at a time, such as a decision. */
export type Event = { at: string; label: string; href: string; tone?: Tone; kind?: MarkKind }
export type EventLane = { label: string; events: Event[] }

/** Something that began at a time and ended at another, or has not ended. */
export type Span = { from: string; to: string | null; label: string; href: string; tone: Tone }
/** Spans, those that matter most first. `total` counts also those that were not read, which the list at `href` has. */
export type SpanLane = { label: string; spans: Span[]; total: number; href: string }

/** A part of a plot with its own height, below the others and with the same time axis. */
export type Lane = NumberLane | EventLane | SpanLane

/** The data and options of a plot. */
export type Plot = {
  title: string
  lanes: Lane[]
  /** The first and the last time of the axis. Default: those of the data. */
  period?: { from: string; to: string }
  /** Times that are marked across all lanes, and listed below them. */
  marks?: (Pick<Event, 'at' | 'label'> & { href?: string })[]
  /** Returns a time as the axis and the table show it. */
  timeLabel?: (at: string) => string
}

/** The part of a drawing that a lane has. */
export type Place = { x: ScaleTime<number, number>; top: number; bottom: number; left: number; right: number }

/** Returns whether a lane has numbers. */
export function isNumbers(lane: Lane): lane is NumberLane {
  return 'series' in lane
}

/** Returns whether a lane has events. */
export function isEvents(lane: Lane): lane is EventLane {
  return 'events' in lane
}

/** Returns whether a lane has spans. */
export function isSpans(lane: Lane): lane is SpanLane {
  return 'spans' in lane
}

/** Returns every time of a plot that has a value or an event, in order. */
export function timesOf(lanes: Lane[]): string[] {
  const times = lanes.flatMap((lane) => {
    if (isNumbers(lane)) return lane.series.flatMap(({ points }) => points.map(({ at }) => at))
    if (isEvents(lane)) return lane.events.map(({ at }) => at)
    return lane.spans.flatMap(({ from, to }) => (to === null ? [from] : [from, to]))
  })
  return [...new Set(times)].sort()
}

/** Returns the day of a timestamp in the language of the page: "21 Nov 2026". */
export function fullDay(at: string): string {
  return dayText(at.slice(0, 10))
}

/** Returns the day of a date without its year, in the language of the page: "21 Nov". */
export function shortDay(at: string): string {
  return timeText(at, 'dayOfYear', 'UTC')
}
