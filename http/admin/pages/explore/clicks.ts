import type { FastifyReply, FastifyRequest } from 'fastify'
import { phrase } from '../../../../src/language/phrase.ts'
import type { ClickDivision } from '../../../../src/operations/click/divisions.ts'
import {
  type ClickComparison,
  ClickComparisonQuery,
  type ComparedClicks,
  compareClicks,
} from '../../../../src/operations/click/explore.ts'
import { applicationPlatforms, clickStatuses } from '../../../../src/operations/vocabulary.ts'
import { visibleName } from '../../../../src/record/invisible.ts'
import type { Server } from '../../../server/server.ts'
import { type Html, html } from '../../html/html.ts'
import { cards } from '../../html/panels.ts'
import { numberText, t } from '../../html/text.ts'
import { dayText } from '../../html/time.ts'
import { valueBadge } from '../../html/value.ts'
import { fieldLabel } from '../../html/words.ts'
import { byteOrderMark, csv } from '../../list/export.ts'
import { chart, sparkline } from '../../plot/chart.ts'
import { shortDay } from '../../plot/lane.ts'
import { listAddress, referenceAddress } from '../../record/address.ts'
import { distinctTitle } from '../../record/record-link.ts'
import { sendPage } from '../../request/reply.ts'
import { clickList, clickRows, divisionLabels, filterOf, idsIn, noneLabels } from './click-rows.ts'
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
  headings: { app_id: phrase('application.name') },
}
const { address } = page
const defaultSort = '-clicks'

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
  const title = t('explore.clicksByPeriod')
  const content = () => html`
    <div class="head">
      <div class="title">
        <h1>${title}</h1>
        <p class="about">${t('explore.clicksByPeriodAbout')}</p>
      </div>
      <div class="buttons">
        <a class="button" href=${changedAddress(`${address}.csv`, sent.sent, {})}>${t('explore.exportCsv')}</a>
      </div>
    </div>
    ${periodForm(address, sent, comparison, { by, labels: divisionLabels })} ${comparison && breakdown(comparison, by, sent)}
  `
  const above = [{ href: listAddress('clicks'), label: t('click.list') }]
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
        label: t('explore.thisPeriod'),
        note: t('explore.dayRange', { from: dayText(from), to: dayText(to) }),
        value: numberText(clicks),
        href: listOf(from, to),
      },
      {
        label: t('explore.periodBefore'),
        note: t('explore.dayRange', { from: dayText(before_from), to: dayText(before_to) }),
        value: numberText(earlier),
        href: listOf(before_from, before_to),
      },
      {
        label: t('explore.change'),
        value: signed(clicks - earlier),
        note: percent === undefined ? undefined : t('explore.percent', { change: signed(percent) }),
        tone: changeTone(clicks - earlier),
        href: '#breakdown',
      },
    ])}
    ${chart({
      title: t('explore.clicksPerDay'),
      hrefOf: (at) => listOf(at, at),
      timeLabel: shortDay,
      series: [
        {
          name: t('explore.periodBefore'),
          tone: 'muted',
          points: days.map(({ date, clicks_before }) => ({ at: date, value: clicks_before })),
        },
        {
          name: t('explore.thisPeriod'),
          tone: 'accent',
          points: days.map(({ date, clicks }) => ({ at: date, value: clicks, isPartial: date === today })),
        },
      ],
    })}
    <section class="part" aria-labelledby="breakdown">
      <h2 id="breakdown">${divisionLabels[by]}</h2>
      ${rows.length === 0 ? html`<p class="empty">${t('explore.noClicks')}</p>` : table(comparison, by, { sent, today })}
      ${count > rows.length ? html`<p class="muted">${t('explore.firstRows', { shown: rows.length, count })}</p>` : null}
      <p class="muted">
        ${to === today ? `${t('explore.todayIsNotOver')} ` : null}
        ${t(by === 'status' ? 'explore.rejectedNotInPlot' : 'explore.rejectedNotCounted')}
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
    <div class="table" tabindex="0" role="region" aria-label=${t('explore.comparedTable')}>
      <table class="rows compared" data-rows>
        <thead>
          <tr>
            ${head('name', headingOf(by), 'name')}
            ${head('clicks', t('explore.clicks'))} ${head('change', t('explore.change'), 'change')}
            <th scope="col" class="number">${t('explore.changeInPercent')}</th>
            ${head('clicks_before', t('explore.periodBefore'))}
            <th scope="col">${t('explore.eachDay')}</th>
          </tr>
        </thead>
        <tbody>
          ${rows.map((row) => {
            const change = row.clicks - row.clicks_before
            const percent = percentChange(row.clicks, row.clicks_before)
            const filter = filterOf(by, row)
            const linked = (clicks: number, date_from: string, date_to: string) => {
              const text = numberText(clicks)
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

function headingOf(by: ClickDivision): string {
  return by === 'status' || by === 'platform' ? fieldLabel(by) : t(`${by}.name`)
}

function nameOf(by: ClickDivision, { id, name, platform }: ComparedClicks): Html {
  if (name === null) return html`<span class="muted">${noneLabels[by]}</span>`
  if (by === 'status') return valueBadge(clickStatuses, name)
  if (by === 'platform' || id === null) return valueBadge(applicationPlatforms, name)
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
  return html`<a href=${href} aria-label=${t(other === 'company' ? 'explore.courseByCompany' : 'explore.courseByApplication', { name })}>${plot}</a>`
}

function total(days: ClickComparison['days'], name: 'clicks' | 'clicks_before'): number {
  return days.reduce((sum, day) => sum + day[name], 0)
}
