import { type Html, html } from '../html/html.ts'
import {
  day,
  isEvents,
  isNumbers,
  type Lane,
  type NumberLane,
  type Plot,
  type Series,
  timesOf,
} from './lane.ts'

/** A column of the table of a plot: the cell of each time. */
type Column = { name: string; isNumber: boolean; cells: Map<string, Html> }

type Table = Pick<Plot, 'title' | 'lanes' | 'timeLabel'> & {
  /** Returns the address of the list that the numbers of a time are made from. */
  hrefOf?: ((at: string) => string) | undefined
}

/**
 * Renders the values of a plot as a table, which its script reads too. Spans are counted: their list has their names.
 */
export function numberTable({ title, lanes, timeLabel = day, hrefOf }: Table): Html {
  const columns = columnsOf(lanes)
  return html`
    <details>
      <summary>Numbers</summary>
      <div class="table" tabindex="0" role="region" aria-label=${`${title}, numbers`}>
        <table>
          <thead>
            <tr>
              <th scope="col">Time</th>
              ${columns.map(({ name, isNumber }) => html`<th scope="col" class=${isNumber ? 'number' : undefined}>${name}</th>`)}
            </tr>
          </thead>
          <tbody>
            ${timesOf(lanes).map(
              (at) => html`<tr data-at=${Date.parse(at)}>
                <th scope="row">${hrefOf ? html`<a href=${hrefOf(at)}>${timeLabel(at)}</a>` : timeLabel(at)}</th>
                ${columns.map(({ cells, isNumber }) => html`<td class=${isNumber ? 'number' : undefined}>${cells.get(at) ?? '–'}</td>`)}
              </tr>`,
            )}
          </tbody>
        </table>
      </div>
    </details>
  `
}

/** Renders the values at the last time of a plot. The script shows those under the pointer beside it. */
export function latestValues({ lanes, timeLabel = day }: Table): Html {
  const last = timesOf(lanes).at(-1)
  if (last === undefined) return null
  const shown = columnsOf(lanes).flatMap(({ name, cells }) => {
    const cell = cells.get(last)
    return cell === undefined ? [] : [html`<span><span class="name">${name}</span> ${cell}</span>`]
  })
  return html`<p class="latest"><strong>${timeLabel(last)}</strong>${shown}</p>`
}

/** Returns the name of a series as the legend and the table show it: with the name of its lane, if it has one. */
export function seriesName({ label }: NumberLane, { name }: Pick<Series, 'name'>): string {
  return label === undefined || label === name ? name : `${label}: ${name}`
}

function columnsOf(lanes: Lane[]): Column[] {
  const times = timesOf(lanes)
  return lanes.flatMap((lane): Column[] => {
    if (isNumbers(lane))
      return lane.series.map(({ name, points }) => ({
        name: seriesName(lane, { name }),
        isNumber: true,
        cells: new Map(
          points.flatMap(({ at, value, isAbsent, isPartial }) => {
            if (value !== null)
              return [[at, `${value.toLocaleString('en')}${isPartial ? ' so far' : ''}`] as const]
            return isAbsent ? [[at, 'not found'] as const] : []
          }),
        ),
      }))
    if (isEvents(lane)) {
      const byTime = Map.groupBy(lane.events, ({ at }) => at)
      const cells = [...byTime].map(
        ([at, events]) =>
          [
            at,
            events.map(
              ({ label, href }, index) => html`${index > 0 ? ', ' : ''}<a href=${href}>${label}</a>`,
            ),
          ] as const,
      )
      return [{ name: lane.label, isNumber: false, cells: new Map(cells) }]
    }
    const counts = times.map((at) => {
      const active = lane.spans.filter(({ from, to }) => from <= at && (to === null || to >= at))
      return [at, String(active.length)] as const
    })
    return [{ name: lane.label, isNumber: true, cells: new Map(counts) }]
  })
}
