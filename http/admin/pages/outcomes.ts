import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  type OutcomeCounts,
  type OutcomesByOwner,
  type OutcomesByType,
  readOutcomeTables,
} from '../../../src/portfolio/decision/outcomes.ts'
import { todayIn } from '../../../src/record/time-zone.ts'
import type { Server } from '../../server/server.ts'
import { type Html, html } from '../html/html.ts'
import { words } from '../html/words.ts'
import { listAddress } from '../record/address.ts'
import { ownerRenderer, type ShowOwner } from '../record/person-link.ts'
import { personOf, sendPage } from '../request/reply.ts'

const title = 'Outcomes'
// A share of fewer decisions says little.
const fewestForShare = 20

type Filters = Record<string, string>

const outcomes = [
  { name: 'met', outcome: 'met', tone: 'good' },
  { name: 'partly', outcome: 'partly', tone: 'warn' },
  { name: 'not_met', outcome: 'not-met', tone: 'bad' },
  { name: 'unclear', outcome: 'unclear', tone: 'muted' },
] as const

/** Registers the page of how decisions turned out, by type and by owner. */
export function outcomesPage(app: Server): void {
  app.get('/outcomes', showOutcomes)
}

async function showOutcomes(request: FastifyRequest, reply: FastifyReply) {
  const { readReplica, config } = request.server
  const { byType, byOwner } = await readOutcomeTables(readReplica, todayIn(config.TIME_ZONE))
  const named = byOwner.map(({ owner }) => owner)
  const show = await ownerRenderer(readReplica, named, personOf(request))
  const content = () => html`
    <div>
      <h1>${title}</h1>
      <p class="about">
        How decisions turned out, as people judged them, and those whose verdict is due: the day by which a result was
        expected has passed.
      </p>
    </div>
    ${byType.length === 0 ? empty : [typeTable(byType), ownerTable(byOwner, show)]}
  `
  return sendPage(request, reply, { title, content })
}

const empty = html`<p class="empty">
  No decision was judged yet, and no verdict is due. Say in a${' '}
  <a href=${listAddress('decisions', { status: 'active' })}>decision</a> what you expect and by when, and judge its outcome
  after that day.
</p>`

function typeTable(rows: OutcomesByType[]): Html {
  return table(
    'type',
    'Type',
    rows.map((row) => ({
      row,
      label: words(row.decision_type),
      filters: { decision_type: row.decision_type },
    })),
  )
}

function ownerTable(rows: OutcomesByOwner[], show: ShowOwner): Html {
  return table(
    'owner',
    'Owner',
    rows.map((row) => ({
      row,
      label: show(row.owner),
      filters: { owner: row.owner },
    })),
  )
}

function table(
  id: string,
  heading: string,
  rows: { row: OutcomeCounts; label: Html; filters: Filters }[],
): Html {
  const most = Math.max(1, ...rows.map(({ row }) => row.judged))
  const name = `By ${heading.toLowerCase()}`
  return html`<section class="part" aria-labelledby=${id}>
    <h2 id=${id}>${name}</h2>
    <div class="table" tabindex="0" role="region" aria-label=${`Outcomes ${name.toLowerCase()}`}>
      <table>
        <thead>
          <tr>
            <th scope="col">${heading}</th>
            <th scope="col" class="number">Judged</th>
            <th scope="col"><span class="visually-hidden">Share of each outcome</span></th>
            ${outcomes.map(({ outcome, tone }) => html`<th scope="col" class=${`number key tone-${tone}`}>${words(outcome)}</th>`)}
            <th scope="col" class="number">Met, %</th>
            <th scope="col" class="number">Due</th>
          </tr>
        </thead>
        <tbody>
          ${rows.map(
            ({ row, label, filters }) => html`<tr>
              <th scope="row">${label}</th>
              <td class="number">${countLink(row.judged, { ...filters, judged: '1' })}</td>
              <td>${bar(row, most)}</td>
              ${outcomes.map(({ name, outcome }) => html`<td class="number">${countLink(row[name], { ...filters, outcome })}</td>`)}
              <td class="number">${shareOfMet(row)}</td>
              <td class="number">${countLink(row.due, { ...filters, verdict_due: '1' })}</td>
            </tr>`,
          )}
        </tbody>
      </table>
    </div>
  </section>`
}

function countLink(count: number, filters: Filters): Html {
  return html`<a href=${listAddress('decisions', filters)}>${count.toLocaleString('en')}</a>`
}

function shareOfMet({ met, judged }: OutcomeCounts): string {
  return judged < fewestForShare ? '–' : Math.round((met / judged) * 100).toLocaleString('en')
}

function bar(row: OutcomeCounts, most: number): Html {
  let x = 0
  return html`<svg class="share" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
    ${outcomes.map(({ name, tone }) => {
      const width = (row[name] / most) * 100
      x += width
      return html`<rect class=${`tone-${tone}`} x=${x - width} y="0" width=${width} height="6" />`
    })}
  </svg>`
}
