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
import { numberText, t } from '../../html/text.ts'
import { dayText } from '../../html/time.ts'
import { fieldLabel } from '../../html/words.ts'
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
  const title = t('explore.keywordMovement')
  const content = () => html`
    <div class="head">
      <div class="title">
        <h1>${title}</h1>
        <p class="about">${t('explore.keywordMovementAbout')}</p>
      </div>
      <div class="buttons">
        <a class="button" href=${changedAddress(`${address}.csv`, sent.sent, {})}>${t('explore.exportCsv')}</a>
      </div>
    </div>
    ${periodForm(address, sent, movements)} ${movements && movement(movements, sent.sent)}
  `
  const above = [{ href: listAddress('keyword-positions'), label: t('keywordPosition.list') }]
  return sendPage(request, reply, { title, content, above }, movements ? 200 : 422)
}

function movement(movements: Movements, sent: Record<string, string>): Html {
  const { risen, fallen, count, rows, from, to } = movements
  const sorted = (sort: string) => changedAddress(address, sent, { sort })
  const moved = rows.filter(({ change }) => change !== null && change !== 0)
  return html`
    ${cards([
      {
        label: t('explore.risen'),
        value: numberText(risen),
        href: sorted('-change'),
        tone: risen > 0 ? 'good' : undefined,
      },
      {
        label: t('explore.fallen'),
        value: numberText(fallen),
        href: sorted('change'),
        tone: fallen > 0 ? 'bad' : undefined,
      },
      {
        label: t('keyword.list'),
        value: numberText(count),
        note: t('explore.dayRange', { from: dayText(from), to: dayText(to) }),
        href: sorted('keyword'),
      },
    ])}
    ${
      moved.length === 0
        ? null
        : chart({
            title: t('explore.movedMost'),
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
      <h2 id="breakdown">${t('explore.winnersAndLosers')}</h2>
      ${rows.length === 0 ? html`<p class="empty">${t('explore.noKeywordMeasured')}</p>` : table(movements, sent)}
      ${count > rows.length ? html`<p class="muted">${t('explore.firstRows', { shown: rows.length, count })}</p>` : null}
    </section>
  `
}

function table({ rows, from, to }: Movements, sent: Record<string, string>): Html {
  const sort = sent.sort ?? '-moved'
  const head = (name: string, label: string, initial = name) =>
    sortedHead(address, sent, { name, label, sort, initial, isText: name === 'keyword' })
  return html`
    <div class="table" tabindex="0" role="region" aria-label=${t('explore.movementTable')}>
      <table class="rows compared" data-rows>
        <thead>
          <tr>
            ${head('keyword', fieldLabel('keyword'))} ${head('change', t('explore.change'))} ${head('position', fieldLabel('position'))}
            ${head('position_before', t('explore.before'))}
            <th scope="col">${fieldLabel('country')}</th>
            <th scope="col">${t('app.name')}</th>
            <th scope="col">${t('explore.eachDay')}</th>
          </tr>
        </thead>
        <tbody>
          ${rows.map((row) => {
            const { keyword, country, position, change, points, app_id } = row
            const list = new URLSearchParams({ keyword, country, date_from: from, date_to: to })
            return html`<tr>
              <th scope="row"><a href=${listAddress('keyword-positions', list)}>${keyword}</a></th>
              <td class=${`number ${changeTone(change ?? 0) ?? ''}`}>${changeOf(row)}</td>
              <td class="number">${position ?? t('explore.notFound')}</td>
              <td class="number">${row.date_before === null ? '–' : (row.position_before ?? t('explore.notFound'))}</td>
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
  if (change === null) return t('explore.isNew')
  if (change !== 0 && position === null) return t('explore.isLost')
  if (change !== 0 && position_before === null) return t('explore.isFound')
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
