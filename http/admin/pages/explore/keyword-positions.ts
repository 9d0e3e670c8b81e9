import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  type Movement,
  MovementQuery,
  type Movements,
  readMovements,
} from '../../../../src/portfolio/keyword-position/movements.ts'
import type { Server } from '../../../server/server.ts'
import { type Html, html } from '../../html/html.ts'
import { cards } from '../../html/panels.ts'
import { byteOrderMark, csv } from '../../list/export.ts'
import { chart, sparkline } from '../../plot/chart.ts'
import { shortDay, tones } from '../../plot/lane.ts'
import { listAddress, referenceAddress } from '../../record/address.ts'
import { distinctTitle } from '../../record/record-link.ts'
import { sendPage } from '../../request/reply.ts'
import {
  type ComparisonRequest,
  changedAddress,
  changeTone,
  comparisonRequest,
  periodForm,
  signed,
  sortedHead,
} from './comparison.ts'

const page = { address: listAddress('keyword-positions/explore'), query: MovementQuery }
const { address } = page
const plottedRows = 5

type Request = ComparisonRequest<MovementQuery>

/** Registers the page of the keywords that rose or fell in a period, and its export. */
export function keywordMovementPage(app: Server): void {
  app.get('/keyword-positions/explore', async (request, reply) =>
    show(request, reply, await comparisonRequest(request, page)),
  )
  app.get(
    '/keyword-positions/explore.csv',
    { exposeHeadRoute: false, compress: false },
    async (request, reply) => {
      const sent = await comparisonRequest(request, page)
      if (!sent.query) return show(request, reply, sent)
      const movements = await readMovements(request.server.readReplica, sent.query, { all: true })
      const name = `keyword-movement-${movements.from}-${movements.to}.csv`
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="${name}"`)
        .send(byteOrderMark + csv(exported(movements)))
    },
  )
}

async function show(request: FastifyRequest, reply: FastifyReply, sent: Request) {
  const movements = sent.query && (await readMovements(request.server.readReplica, sent.query))
  const title = 'Keyword movement'
  const content = () => html`
    <div class="head">
      <div class="title">
        <h1>${title}</h1>
        <p class="about">The keywords that rose and fell most in a period, first.</p>
      </div>
      <div class="buttons">
        <a class="button" href=${changedAddress(`${address}.csv`, sent.sent, {})}>Export CSV</a>
      </div>
    </div>
    ${periodForm(address, sent, movements)} ${movements && movement(movements, sent.sent)}
  `
  const above = [{ href: listAddress('keyword-positions'), label: 'Keyword positions' }]
  return sendPage(request, reply, { title, content, above }, movements ? 200 : 422)
}

function movement(movements: Movements, sent: Record<string, string>): Html {
  const { risen, fallen, count, rows, from, to } = movements
  const sorted = (sort: string) => changedAddress(address, sent, { sort })
  const moved = rows.filter(({ change }) => change !== null && change !== 0)
  return html`
    ${cards([
      {
        label: 'Risen',
        value: risen.toLocaleString('en'),
        href: sorted('-change'),
        tone: risen > 0 ? 'good' : undefined,
      },
      {
        label: 'Fallen',
        value: fallen.toLocaleString('en'),
        href: sorted('change'),
        tone: fallen > 0 ? 'bad' : undefined,
      },
      {
        label: 'Keywords',
        value: count.toLocaleString('en'),
        note: `${from} to ${to}`,
        href: sorted('keyword'),
      },
    ])}
    ${
      moved.length === 0
        ? null
        : chart({
            title: 'Positions that moved most',
            isRank: true,
            timeLabel: shortDay,
            series: moved.slice(0, plottedRows).map((row, index) => ({
              name: `${row.keyword}, ${row.country}, ${appName(row)}`,
              tone: tones[index] ?? 'muted',
              points: row.points.map(({ date, position }) => ({
                at: date,
                value: position,
                isAbsent: position === null,
              })),
            })),
          })
    }
    <section class="part" aria-labelledby="breakdown">
      <h2 id="breakdown">Winners and losers</h2>
      ${rows.length === 0 ? html`<p class="empty">No keyword was measured in this period.</p>` : table(movements, sent)}
      ${count > rows.length ? html`<p class="muted">${`The first ${rows.length} of ${count.toLocaleString('en')} rows. The export has all of them.`}</p>` : null}
    </section>
  `
}

function table({ rows, from, to }: Movements, sent: Record<string, string>): Html {
  const sort = sent.sort ?? '-moved'
  const head = (name: string, label: string, initial = name) =>
    sortedHead(address, sent, { name, label, sort, initial, isText: name === 'keyword' })
  return html`
    <div class="table" tabindex="0" role="region" aria-label="Movement of keywords">
      <table class="rows compared" data-rows>
        <thead>
          <tr>
            ${head('keyword', 'Keyword')} ${head('change', 'Change')} ${head('position', 'Position')}
            ${head('position_before', 'Before')}
            <th scope="col">Country</th>
            <th scope="col">App</th>
            <th scope="col">Each day</th>
          </tr>
        </thead>
        <tbody>
          ${rows.map((row) => {
            const { keyword, country, position, change, points, app_id } = row
            const list = new URLSearchParams({ keyword, country, date_from: from, date_to: to })
            return html`<tr>
              <th scope="row"><a href=${listAddress('keyword-positions', list)}>${keyword}</a></th>
              <td class=${`number ${changeTone(change ?? 0) ?? ''}`}>${changeOf(row)}</td>
              <td class="number">${position ?? 'not found'}</td>
              <td class="number">${row.date_before === null ? '–' : (row.position_before ?? 'not found')}</td>
              <td>${country}</td>
              <td><a href=${referenceAddress({ record_type: 'app', record_id: app_id })}>${appName(row)}</a></td>
              <td>${sparkline(
                points.map(({ position }) => position),
                { isRank: true },
              )}</td>
            </tr>`
          })}
        </tbody>
      </table>
    </div>
  `
}

function appName({ app_id, app_name, platform }: Movement): string {
  return distinctTitle('app', { id: app_id, title: app_name, platform })
}

// A number of places would be wrong where the app was not found, because its place is unknown.
function changeOf({ change, position, position_before }: Movement): string {
  if (change === null) return 'new'
  if (change !== 0 && position === null) return 'lost'
  if (change !== 0 && position_before === null) return 'found'
  return signed(change)
}

function exported({ rows }: Movements): unknown[][] {
  return [
    [
      'keyword',
      'country',
      'app_id',
      'app',
      'platform',
      'position',
      'date',
      'position_before',
      'date_before',
      'change',
    ],
    ...rows.map((row) => [
      row.keyword,
      row.country,
      row.app_id,
      row.app_name,
      row.platform,
      row.position,
      row.date,
      row.position_before,
      row.date_before,
      row.position === null || row.position_before === null ? null : row.change,
    ]),
  ]
}
