import type { FastifyReply, FastifyRequest } from 'fastify'
import { readMap } from '../../../../src/catalog/map/read.ts'
import { readCaught } from '../../../../src/catalog/week/caught.ts'
import { periodOf } from '../../../../src/catalog/week/period.ts'
import { readWeek, type ShownWeek } from '../../../../src/catalog/week/read.ts'
import { countPending } from '../../../../src/portfolio/proposal/inbox.ts'
import { notFound } from '../../../../src/record/fault.ts'
import { isoWeek, mondayOf, weekOf } from '../../../../src/record/rules/iso-week.ts'
import { daysAfter } from '../../../../src/record/rules/period.ts'
import { todayIn } from '../../../../src/record/time-zone.ts'
import type { Server } from '../../../server/server.ts'
import { type Html, html } from '../../html/html.ts'
import { linkTo } from '../../html/link-to.ts'
import { rich, t } from '../../html/text.ts'
import { listAddress, weekAddress } from '../../record/address.ts'
import { ownerRenderer } from '../../record/person-link.ts'
import { personOf, sendPage } from '../../request/reply.ts'
import { firstSteps } from '../dashboard/first-steps.ts'
import { mapGrid } from '../map/index.ts'
import { agentsPanel, caughtPanel, rulesPanel } from './agents.ts'
import { decidedPanel, happenedCards, untouchedPanel } from './happened.ts'
import { inShort } from './in-short.ts'
import { moversPanel } from './movers.ts'
import { nowSection } from './now.ts'
import { weekName, weekTitle } from './title.ts'
import { reachedPanel } from './verdicts.ts'

/** Registers the page of a week: what waits for a decision now, and what happened. */
export function weekPage(app: Server): void {
  app.get('/week', showWeek)
  app.get('/week/:week', showWeek)
}

async function showWeek(request: FastifyRequest, reply: FastifyReply) {
  const { readReplica: read, config } = request.server
  const zone = config.TIME_ZONE
  const today = todayIn(zone)
  const week = namedWeek(request, weekOf(today))
  const { start, end } = periodOf({ week }, zone)
  const [found, caught, waiting, products] = await Promise.all([
    readWeek(read, { week }, zone),
    readCaught(read, { start, end }),
    countPending(read),
    readMap(read, today),
  ])
  const title = weekTitle({ ...found.period, week })
  if (products.length === 0 && found.meta.agents === 0)
    return sendPage(request, reply, {
      title,
      content: (csrf) => firstSteps(personOf(request), csrf),
    })
  const { decided, verdicts, tasks } = found
  const owned = [...decided, ...verdicts.due, ...verdicts.reached, ...tasks.overdue]
  const named = owned.map(({ owner }) => owner)
  const show = await ownerRenderer(read, named, personOf(request))
  const content = () => html`
    ${heading(found, week, weekOf(today))} ${inShort(found, products, today)} ${nowSection(found, waiting, today, show)}
    <section class="part of-week" aria-labelledby="happened">
      <h2 id="happened">${t('week.happened')}</h2>
      ${happenedCards(found)}
      <div class="panels">
        <div class="stack">
          ${reachedPanel(found, today, show)} ${decidedPanel(found, show)} ${agentsPanel(found)} ${caughtPanel(caught, found)} ${rulesPanel(found)} ${untouchedPanel(found)}
        </div>
        ${moversPanel(found)}
      </div>
    </section>
    <section class="part of-week on-paper" aria-labelledby="map">
      <h2 id="map">${t('layout.map')}</h2>
      ${mapGrid(products)}
    </section>
  `
  return sendPage(request, reply, { title, content })
}

// A week that does not exist, or has not begun, has no page.
function namedWeek({ params }: FastifyRequest, running: string): string {
  const { week = running } = params as { week?: string }
  const { data } = isoWeek.safeParse(week)
  if (data === undefined || data > running) throw notFound()
  return data
}

function heading({ period }: ShownWeek, week: string, running: string): Html {
  const [before, after] = [-1, 7].map((days) => weekOf(daysAfter(mondayOf(week), days))) as [string, string]
  const isRunning = week === running
  return html`<div class="head">
    <div class="title">
      <h1>${weekTitle({ ...period, week })}</h1>
      <p class="about">
        ${rich(isRunning ? 'week.runningAbout' : 'week.pastAbout', { map: linkTo(listAddress('map')) })}
      </p>
    </div>
    <nav class="buttons" aria-label=${t('week.weeks')}>
      ${before >= '2000-W02' && html`<a class="button" rel="prev" href=${weekAddress(before)}>← ${weekName(before)}</a>`}
      ${!isRunning && html`<a class="button" rel="next" href=${weekAddress(after)}>${weekName(after)} →</a>`}
      ${!isRunning && html`<a class="button" href=${listAddress('week')}>${t('week.runningWeek')}</a>`}
    </nav>
  </div>`
}
