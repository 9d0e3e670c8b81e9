import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  type OutcomeCounts,
  type OutcomesByOwner,
  type OutcomesByType,
  readOutcomeTables,
} from '../../../src/portfolio/decision/outcomes.ts'
import { decisionTypes, outcomes as outcomeValues } from '../../../src/portfolio/vocabulary.ts'
import { todayIn } from '../../../src/record/time-zone.ts'
import type { Server } from '../../server/server.ts'
import { type Html, html } from '../html/html.ts'
import { linkTo } from '../html/link-to.ts'
import { numberText, rich, t } from '../html/text.ts'
import { valueLabel } from '../html/value.ts'
import { fieldLabel } from '../html/words.ts'
import { listAddress } from '../record/address.ts'
import { ownerRenderer, type ShowOwner } from '../record/person-link.ts'
import { personOf, sendPage } from '../request/reply.ts'

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
  const title = t('layout.outcomes')
  const content = () => html`
    <div>
      <h1>${title}</h1>
      <p class="about">
        ${t('outcomes.about')}
      </p>
    </div>
    ${byType.length === 0 ? empty() : [typeTable(byType), ownerTable(byOwner, show)]}
  `
  return sendPage(request, reply, { title, content })
}

function empty(): Html {
  const decisions = linkTo(listAddress('decisions', { status: 'active' }))
  return html`<p class="empty">${rich('outcomes.none', { decisions })}</p>`
}

function typeTable(rows: OutcomesByType[]): Html {
  return table(
    'type',
    { heading: fieldLabel('decision_type'), name: t('outcomes.byType'), about: t('outcomes.byTypeTable') },
    rows.map((row) => ({
      row,
      label: valueLabel(decisionTypes, row.decision_type),
      filters: { decision_type: row.decision_type },
    })),
  )
}

function ownerTable(rows: OutcomesByOwner[], show: ShowOwner): Html {
  return table(
    'owner',
    { heading: fieldLabel('owner'), name: t('outcomes.byOwner'), about: t('outcomes.byOwnerTable') },
    rows.map((row) => ({
      row,
      label: show(row.owner),
      filters: { owner: row.owner },
    })),
  )
}

function table(
  id: string,
  { heading, name, about }: { heading: string; name: string; about: string },
  rows: { row: OutcomeCounts; label: Html; filters: Filters }[],
): Html {
  const most = Math.max(1, ...rows.map(({ row }) => row.judged))
  return html`<section class="part" aria-labelledby=${id}>
    <h2 id=${id}>${name}</h2>
    <div class="table" tabindex="0" role="region" aria-label=${about}>
      <table>
        <thead>
          <tr>
            <th scope="col">${heading}</th>
            <th scope="col" class="number">${t('outcomes.judged')}</th>
            <th scope="col"><span class="visually-hidden">${t('outcomes.shareOfOutcomes')}</span></th>
            ${outcomes.map(({ outcome, tone }) => html`<th scope="col" class=${`number key tone-${tone}`}>${valueLabel(outcomeValues, outcome)}</th>`)}
            <th scope="col" class="number">${t('outcomes.metPercent')}</th>
            <th scope="col" class="number">${t('outcomes.due')}</th>
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
  return html`<a href=${listAddress('decisions', filters)}>${numberText(count)}</a>`
}

function shareOfMet({ met, judged }: OutcomeCounts): string {
  return judged < fewestForShare ? '–' : numberText(Math.round((met / judged) * 100))
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
