import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ClickDivision } from '../../../../src/operations/click/divisions.ts'
import {
  type ClickComparison,
  ClickComparisonQuery,
  type ComparedClicks,
  compareClicks,
} from '../../../../src/operations/click/explore.ts'
import { visibleName } from '../../../../src/record/invisible.ts'
import type { Server } from '../../../server/server.ts'
import { badge } from '../../html/display.ts'
import { type Html, html } from '../../html/html.ts'
import { cards } from '../../html/panels.ts'
import { byteOrderMark, csv } from '../../list/export.ts'
import { chart, sparkline } from '../../plot/chart.ts'
import { shortDay } from '../../plot/lane.ts'
import { listAddress, referenceAddress } from '../../record/address.ts'
import { distinctTitle } from '../../record/record-link.ts'
import { sendPage } from '../../request/reply.ts'
import { clickList, clickRows, filterOf, idsIn } from './click-rows.ts'
import {
  type ComparisonRequest,
  changedAddress,
  changeTone,
  comparisonRequest,
  percentChange,
  periodForm,
  signed,
  sortedHead,
} from './comparison.ts'

const page = {
  address: listAddress('clicks/explore'),
  query: ClickComparisonQuery,
  references: { app_id: 'applications' },
  headings: { app_id: 'Application' },
}
const { address } = page
const defaultSort = '-clicks'
const headings = {
  application: 'Application',
  company: 'Company',
  status: 'Status',
  product: 'Product',
  direction: 'Direction',
  platform: 'Platform',
} as const satisfies Record<ClickDivision, string>

type Request = ComparisonRequest<ClickComparisonQuery>

/** Registers the comparison of the clicks of a period with those of the period before it, and its export. */
export function clickComparisonPage(app: Server): void {
  app.get('/clicks/explore', async (request, reply) =>
    show(request, reply, await comparisonRequest(request, page)),
  )
  app.get('/clicks/explore.csv', { exposeHeadRoute: false, compress: false }, async (request, reply) => {
    const sent = await comparisonRequest(request, page)
    if (!sent.query) return show(request, reply, sent)
    const comparison = await compareClicks(request.server.readReplica, sent.query, { all: true })
    const by = sent.query.by ?? 'application'
    const name = `clicks-by-${by}-${comparison.from}-${comparison.to}.csv`
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${name}"`)
      .send(byteOrderMark + csv(clickRows(by, comparison)))
  })
}

async function show(request: FastifyRequest, reply: FastifyReply, sent: Request) {
  const comparison = sent.query && (await compareClicks(request.server.readReplica, sent.query))
  const by = sent.query?.by ?? 'application'
  const title = 'Clicks by period'
  const content = () => html`
    <div class="head">
      <div class="title">
        <h1>${title}</h1>
        <p class="about">A period of clicks, and the period of the same length before it.</p>
      </div>
      <div class="buttons">
        <a class="button" href=${changedAddress(`${address}.csv`, sent.sent, {})}>Export CSV</a>
      </div>
    </div>
    ${periodForm(address, sent, comparison, by)} ${comparison && breakdown(comparison, by, sent)}
  `
  const above = [{ href: listAddress('clicks'), label: 'Clicks' }]
  return sendPage(request, reply, { title, content, above }, comparison ? 200 : 422)
}

function breakdown(comparison: ClickComparison, by: ClickDivision, { sent, today }: Request): Html {
  const { before_from, before_to, from, to, days, rows, count } = comparison
  const [clicks, earlier] = [total(days, 'clicks'), total(days, 'clicks_before')]
  const percent = percentChange(clicks, earlier)
  const listOf = (date_from: string, date_to: string) => clickList({ ...idsIn(sent), date_from, date_to })
  return html`
    ${cards([
      {
        label: 'This period',
        note: `${from} to ${to}`,
        value: clicks.toLocaleString('en'),
        href: listOf(from, to),
      },
      {
        label: 'Period before',
        note: `${before_from} to ${before_to}`,
        value: earlier.toLocaleString('en'),
        href: listOf(before_from, before_to),
      },
      {
        label: 'Change',
        value: signed(clicks - earlier),
        note: percent === undefined ? undefined : `${signed(percent)}%`,
        tone: changeTone(clicks - earlier),
        href: '#breakdown',
      },
    ])}
    ${chart({
      title: 'Clicks per day',
      hrefOf: (at) => listOf(at, at),
      timeLabel: shortDay,
      series: [
        {
          name: 'Period before',
          tone: 'muted',
          points: days.map(({ date, clicks_before }) => ({ at: date, value: clicks_before })),
        },
        {
          name: 'This period',
          tone: 'accent',
          points: days.map(({ date, clicks }) => ({ at: date, value: clicks, isPartial: date === today })),
        },
      ],
    })}
    <section class="part" aria-labelledby="breakdown">
      <h2 id="breakdown">${`By ${headings[by].toLowerCase()}`}</h2>
      ${rows.length === 0 ? html`<p class="empty">There are no clicks in these periods.</p>` : table(comparison, by, { sent, today })}
      ${count > rows.length ? html`<p class="muted">${`The first ${rows.length} of ${count.toLocaleString('en')} rows. The export has all of them.`}</p>` : null}
      <p class="muted">
        ${to === today ? 'Today is not over: its clicks so far are counted. ' : null}
        ${by === 'status' ? 'Rejected clicks are not counted above and in the plot.' : 'Rejected clicks are not counted.'}
      </p>
    </section>
  `
}

function table(
  comparison: ClickComparison,
  by: ClickDivision,
  { sent, today }: Pick<Request, 'sent' | 'today'>,
): Html {
  const { rows, from, to, before_from, before_to } = comparison
  const sort = sent.sort ?? defaultSort
  const head = (name: string, label: string, initial = `-${name}`) =>
    sortedHead(address, sent, { name, label, sort, initial, isText: name === 'name' })
  return html`
    <div class="table" tabindex="0" role="region" aria-label="Both periods compared">
      <table class="rows compared" data-rows>
        <thead>
          <tr>
            ${head('name', headings[by], 'name')}
            ${head('clicks', 'Clicks')} ${head('change', 'Change', 'change')}
            <th scope="col" class="number">Change, %</th>
            ${head('clicks_before', 'Period before')}
            <th scope="col">Each day</th>
          </tr>
        </thead>
        <tbody>
          ${rows.map((row) => {
            const change = row.clicks - row.clicks_before
            const percent = percentChange(row.clicks, row.clicks_before)
            const filter = filterOf(by, row)
            const linked = (clicks: number, date_from: string, date_to: string) => {
              const text = clicks.toLocaleString('en')
              return filter
                ? html`<a href=${clickList({ ...idsIn(sent), ...filter, date_from, date_to })}>${text}</a>`
                : text
            }
            return html`<tr>
              <th scope="row">${nameOf(by, row)}</th>
              <td class="number">${linked(row.clicks, from, to)}</td>
              <td class=${`number ${changeTone(change) ?? ''}`}>${signed(change)}</td>
              <td class="number">${percent === undefined ? '–' : signed(percent)}</td>
              <td class="number">${linked(row.clicks_before, before_from, before_to)}</td>
              <td>${course(by, row, { sent, isLastPartial: to === today })}</td>
            </tr>`
          })}
        </tbody>
      </table>
    </div>
  `
}

function nameOf(by: ClickDivision, { id, name, platform }: ComparedClicks): Html {
  if (name === null) return html`<span class="muted">${`No ${by}`}</span>`
  if (by === 'status' || by === 'platform' || id === null) return badge(name)
  const title = distinctTitle(by, { id, title: name, platform })
  return html`<a href=${referenceAddress({ record_type: by, record_id: id })}>${title}</a>`
}

// The small plot leads to the large one of the same row, divided the other way.
function course(
  by: ClickDivision,
  row: ComparedClicks,
  { sent, isLastPartial }: { sent: Record<string, string>; isLastPartial: boolean },
): Html {
  const plot = sparkline(row.days, { isLastPartial })
  if ((by !== 'application' && by !== 'company') || row.id === null) return plot
  const other = by === 'application' ? 'company' : 'application'
  const href = changedAddress(address, sent, { ...filterOf(by, row), by: other, sort: '' })
  const name = visibleName({ id: row.id, name: row.name ?? '' })
  return html`<a href=${href} aria-label=${`Clicks of ${name} per day, by ${other}`}>${plot}</a>`
}

function total(days: ClickComparison['days'], name: 'clicks' | 'clicks_before'): number {
  return days.reduce((sum, day) => sum + day[name], 0)
}
