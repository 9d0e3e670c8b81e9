import { type Html, html } from '../html/html.ts'
import { numberText, t } from '../html/text.ts'
import {
  fullDay,
  isEvents,
  isNumbers,
  type Lane,
  type NumberLane,
  type Plot,
  type Series,
  timesOf,
} from './lane.ts'

/** A column of the table of a plot: the cell of each time, and the values that the script of plots cannot read from the cells. */
type Column = { name: string; isNumber: boolean; cells: Map<string, Html>; values?: Map<string, number> }

type Table = Pick<Plot, 'title' | 'lanes' | 'timeLabel'> & {
  /** Returns the address of the list that the numbers of a time are made from. */
  hrefOf?: ((at: string) => string) | undefined
}

/**
 * Renders the values of a plot as a table, which its script reads too. Spans are counted: their list has their names.
 */
export function numberTable({ title, lanes, timeLabel = fullDay, hrefOf }: Table): Html {
  const columns = columnsOf(lanes)
  return html`
    <details>
      <summary>${t('plot.numbers')}</summary>
      <div class="table" tabindex="0" role="region" aria-label=${t('plot.numbersOf', { title })}>
        <table>
          <thead>
            <tr>
              <th scope="col">${t('plot.time')}</th>
              ${columns.map(({ name, isNumber }) => html`<th scope="col" class=${isNumber ? 'number' : undefined}>${name}</th>`)}
            </tr>
          </thead>
          <tbody>
            ${timesOf(lanes).map(
              (at) => html`<tr data-at=${Date.parse(at)}>
                <th scope="row">${hrefOf ? html`<a href=${hrefOf(at)}>${timeLabel(at)}</a>` : timeLabel(at)}</th>
                ${columns.map(({ cells, values, isNumber }) => html`<td class=${isNumber ? 'number' : undefined} data-value=${values?.get(at)}>${cells.get(at) ?? '–'}</td>`)}
              </tr>`,
            )}
          </tbody>
        </table>
      </div>
    </details>
  `
}

/** Renders the values at the last time of a plot. The script shows those under the pointer beside it. */
export function latestValues({ lanes, timeLabel = fullDay }: Table): Html {
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
    if (isNumbers(lane)) return lane.series.map((series) => numberColumn(lane, series))
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
      return [at, numberText(active.length)] as const
    })
    return [{ name: lane.label, isNumber: true, cells: new Map(counts) }]
  })
}

function numberColumn(lane: NumberLane, { name, points }: Series): Column {
  const measured = points.flatMap(({ value, ...point }) => (value === null ? [] : [{ ...point, value }]))
  const absent = points.filter(({ isAbsent }) => isAbsent)
  return {
    name: seriesName(lane, { name }),
    isNumber: true,
    cells: new Map([
      ...measured.map(({ at, value, isPartial }) => [at, shownNumber(value, isPartial)] as const),
      ...absent.map(({ at }) => [at, t('plot.notFound')] as const),
    ]),
    values: new Map(
      measured
        .filter(({ value }) => numberText(value, 3) !== String(value))
        .map(({ at, value }) => [at, value]),
    ),
  }
}

function shownNumber(number: number, isPartial = false): string {
  const value = numberText(number, 3)
  return isPartial ? t('plot.soFar', { value }) : value
}
