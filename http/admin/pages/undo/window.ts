import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  readWindow,
  type UndoMode,
  type UndoResult,
  undoModes,
  undoResultIn,
  undoWindow,
  type WindowQuery,
} from '../../../../src/catalog/undo/undo-window.ts'
import { WithdrawalReason } from '../../../../src/catalog/undo/withdraw.ts'
import { ActivityQuery } from '../../../../src/journal/activity.ts'
import { phrase } from '../../../../src/language/phrase.ts'
import { Fault, type Message, policyDenied } from '../../../../src/record/fault.ts'
import { validate } from '../../../../src/record/validation/validate.ts'
import type { Server } from '../../../server/server.ts'
import { actorAddress, actorFilter } from '../../history/change-item.ts'
import { mayUndoWindows, undoAddress } from '../../history/change-set-item.ts'
import { rejection } from '../../history/changed-notice.ts'
import { type Html, html } from '../../html/html.ts'
import { cards } from '../../html/panels.ts'
import { csrfField } from '../../html/post-form.ts'
import { numberText, t } from '../../html/text.ts'
import { withLocalDays } from '../../list/list-request.ts'
import { listAddress } from '../../record/address.ts'
import { personOf, redirect, sendPage } from '../../request/reply.ts'
import { adminActor, adminWrite } from '../../request/write.ts'
import { outcomeTable, verdicts } from './outcomes.ts'

/** Registers the pages that undo changes of one actor together: the preview, and the decision on it. */
export function undoWindowPages(app: Server): void {
  app.get('/activity/undo', preview)
  app.post('/activity/undo', undo)
}

async function preview(request: FastifyRequest, reply: FastifyReply) {
  const query = windowOf(request)
  const { entries, author, tooLong } = await readWindow(request.server.read, query)
  if (tooLong) return sendNothing(request, reply, tooLong)
  if (entries.length === 0) return sendNothing(request, reply, t('undo.noChange'))
  if (!author) return sendNothing(request, reply, t('undo.severalActors'))
  return sendPreview(request, reply, await previewOf(request, query))
}

async function undo(request: FastifyRequest, reply: FastifyReply) {
  const query = windowOf(request)
  const { hash, mode, reason: sent } = (request.body ?? {}) as Record<string, unknown>
  const { reason } = validate(WithdrawalReason, { reason: sent })
  const decision = {
    hash: typeof hash === 'string' ? hash : undefined,
    mode: undoModes.find((one) => one === mode) ?? ('all' satisfies UndoMode),
  }
  try {
    const { undone_at } = await adminWrite(
      request,
      (em, actor) => undoWindow(em, { ...actor, reason: reason ?? undefined }, query, decision),
      { timeLimit: 'bulk' },
    )
    const { by } = adminActor(request)
    return redirect(reply, actorAddress(by, { since: undone_at, until: undone_at }), t('undo.undone'))
  } catch (error) {
    const result = undoResultIn(error)
    if (!result) throw error
    const { sentence, message } = error as Fault
    return sendPreview(request, reply, result, sentence ?? message)
  }
}

function windowOf(request: FastifyRequest): WindowQuery {
  if (!mayUndoWindows(personOf(request))) throw policyDenied()
  const given = Object.entries(request.query as Record<string, unknown>).filter(([, value]) => value !== '')
  const query = validate(
    ActivityQuery,
    withLocalDays(Object.fromEntries(given), request.server.config.TIME_ZONE),
  )
  if (query.actor === undefined) throw new Fault('conflict', phrase('undo.chooseActor'))
  return query
}

// The same as the undo, in a transaction that is rolled back.
function previewOf(request: FastifyRequest, query: WindowQuery): Promise<UndoResult> {
  return adminWrite(request, (em, actor) => undoWindow(em, actor, query), {
    dryRun: true,
    timeLimit: 'bulk',
  })
}

async function sendPreview(
  request: FastifyRequest,
  reply: FastifyReply,
  { outcomes, hash }: UndoResult,
  notice?: Message,
) {
  const { listed, totals, isPossible } = outcomes
  const table = await outcomeTable(request.server.read, listed, personOf(request))
  const count = Object.values(totals).reduce((sum, one) => sum + one, 0)
  const content = (csrf: string) => html`
    <h1>${t('undo.title')}</h1>
    ${notice ? rejection(notice) : null}
    <p>${t('undo.about')}</p>
    ${cards(
      Object.entries(verdicts).flatMap(([verdict, label]) => {
        const total = totals[verdict as keyof typeof verdicts]
        return total === 0 ? [] : [{ label, value: numberText(total) }]
      }),
    )}
    ${count > listed.length ? html`<p class="muted">${partOf(listed.length, count)}</p>` : null}
    ${listed.length > 0 ? table : null}
    ${isPossible ? undoForm(csrf, hash, request) : html`<p>${t('undo.noneCanBeUndone')}</p>`}
  `
  const above = [{ href: listAddress('activity'), label: t('layout.activity') }]
  return sendPage(request, reply, { title: t('undo.title'), content, above }, notice ? 409 : 200)
}

function partOf(listed: number, count: number): string {
  return listed === 0 ? t('undo.tooManyToList', { count }) : t('undo.partlyListed', { count })
}

function undoForm(csrf: string, hash: string, request: FastifyRequest): Html {
  const filters = new URLSearchParams(request.query as Record<string, string>)
  const { reason } = (request.body ?? {}) as Record<string, unknown>
  return html`<form method="post" action=${`${undoAddress}?${filters}`} class="record">
    ${csrfField(csrf)}
    <input type="hidden" name="hash" value=${hash} />
    <div class="fields">
      <div class="field wide">
        <label for="reason">${t('history.reasonLabel')}</label>
        <input id="reason" name="reason" maxlength="500" value=${reason ?? ''} aria-describedby="about-reason" />
        <p class="help" id="about-reason">${t('undo.aboutReason')}</p>
      </div>
    </div>
    <div class="buttons">
      <button class="danger" name="mode" value="all">${t('undo.allOrNothing')}</button>
      <button class="danger" name="mode" value="possible">${t('undo.leaveOut')}</button>
      <a class="button" href=${listAddress('activity', filters)}>${t('undo.keep')}</a>
    </div>
  </form>`
}

function sendNothing(request: FastifyRequest, reply: FastifyReply, reason: Message) {
  const content = html`<h1>${t('undo.title')}</h1>
    <p>${reason}</p>
    <p class="buttons"><a class="button" href=${listAddress('activity', request.query as Record<string, string>)}>${t('undo.toActivity')}</a></p>`
  const above = [{ href: listAddress('activity'), label: t('layout.activity') }]
  return sendPage(request, reply, { title: t('undo.title'), content: () => content, above })
}

/**
 * Renders the link to the preview of undoing the changes that filters of the activity select, or why they are too many.
 * Null unless they are those of one actor in a time.
 */
export async function undoLink(
  request: FastifyRequest,
  query: WindowQuery,
  sent: Record<string, string>,
): Promise<Html> {
  const isWindow = query.actor !== undefined && (query.since ?? query.until) !== undefined
  if (!isWindow || !mayUndoWindows(personOf(request))) return null
  const { entries, author, tooLong } = await readWindow(request.server.read, query)
  if (tooLong) return html`<p class="muted">${tooLong}</p>`
  if (entries.length === 0 || !author) return null
  const { cursor: _, per_page: __, ...others } = sent
  const filters = { ...others, actor: actorFilter(author) }
  return html`<p class="buttons">
    <a class="button danger" href=${`${undoAddress}?${new URLSearchParams(filters)}`}>${t('undo.title')}</a>
  </p>`
}
