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
import { Fault, type Message, policyDenied } from '../../../../src/record/fault.ts'
import { validate } from '../../../../src/record/validation/validate.ts'
import type { Server } from '../../../server/server.ts'
import { actorAddress, actorFilter } from '../../history/change-item.ts'
import { mayUndoWindows, undoAddress } from '../../history/change-set-item.ts'
import { rejection } from '../../history/changed-notice.ts'
import { type Html, html } from '../../html/html.ts'
import { cards } from '../../html/panels.ts'
import { csrfField } from '../../html/post-form.ts'
import { withLocalDays } from '../../list/list-request.ts'
import { listAddress } from '../../record/address.ts'
import { personOf, redirect, sendPage } from '../../request/reply.ts'
import { adminActor, adminWrite } from '../../request/write.ts'
import { outcomeTable, verdicts } from './outcomes.ts'

const title = 'Undo these changes'

/** Registers the pages that undo changes of one actor together: the preview, and the decision on it. */
export function undoWindowPages(app: Server): void {
  app.get('/activity/undo', preview)
  app.post('/activity/undo', undo)
}

async function preview(request: FastifyRequest, reply: FastifyReply) {
  const query = windowOf(request)
  const { entries, author, tooLong } = await readWindow(request.server.read, query)
  if (tooLong) return sendNothing(request, reply, tooLong)
  if (entries.length === 0) return sendNothing(request, reply, 'There is no change to undo.')
  if (!author) return sendNothing(request, reply, 'The changes are of several actors. Choose one.')
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
    return redirect(
      reply,
      actorAddress(by, { since: undone_at, until: undone_at }),
      'Changes undone. This undo can be undone too.',
    )
  } catch (error) {
    const result = undoResultIn(error)
    if (!result) throw error
    return sendPreview(request, reply, result, (error as Fault).message)
  }
}

function windowOf(request: FastifyRequest): WindowQuery {
  if (!mayUndoWindows(personOf(request))) throw policyDenied()
  const given = Object.entries(request.query as Record<string, unknown>).filter(([, value]) => value !== '')
  const query = validate(
    ActivityQuery,
    withLocalDays(Object.fromEntries(given), request.server.config.TIME_ZONE),
  )
  if (query.actor === undefined) throw new Fault('conflict', 'Choose the actor whose changes to undo.')
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
  notice?: string,
) {
  const { listed, totals, isPossible } = outcomes
  const table = await outcomeTable(request.server.read, listed, personOf(request))
  const count = Object.values(totals).reduce((sum, one) => sum + one, 0)
  const content = (csrf: string) => html`
    <h1>${title}</h1>
    ${notice ? rejection(notice) : null}
    <p>
      What undoing does with each record, newest first. Several changes of one field count as one. The undo is one
      transaction, and can be undone too.
    </p>
    ${cards(
      Object.entries(verdicts).flatMap(([verdict, { label }]) => {
        const total = totals[verdict as keyof typeof verdicts]
        return total === 0 ? [] : [{ label, value: total.toLocaleString('en') }]
      }),
    )}
    ${count > listed.length ? html`<p class="muted">${partOf(listed.length, count)}</p>` : null}
    ${listed.length > 0 ? table : null}
    ${isPossible ? undoForm(csrf, hash, request) : html`<p>None of these changes can be undone.</p>`}
  `
  const above = [{ href: listAddress('activity'), label: 'Activity' }]
  return sendPage(request, reply, { title, content, above }, notice ? 409 : 200)
}

function partOf(listed: number, count: number): string {
  const all = `The ${count.toLocaleString('en')} records are too many to list.`
  return listed === 0
    ? all
    : `${all} These are the single changes, and the first records that cannot be undone.`
}

function undoForm(csrf: string, hash: string, request: FastifyRequest): Html {
  const filters = new URLSearchParams(request.query as Record<string, string>)
  const { reason } = (request.body ?? {}) as Record<string, unknown>
  return html`<form method="post" action=${`${undoAddress}?${filters}`} class="record">
    ${csrfField(csrf)}
    <input type="hidden" name="hash" value=${hash} />
    <div class="fields">
      <div class="field wide">
        <label for="reason">Reason</label>
        <input id="reason" name="reason" maxlength="500" value=${reason ?? ''} aria-describedby="about-reason" />
        <p class="help" id="about-reason">Kept in the history, and in records that are withdrawn.</p>
      </div>
    </div>
    <div class="buttons">
      <button class="danger" name="mode" value="all">All or nothing</button>
      <button class="danger" name="mode" value="possible">Leave out what conflicts</button>
      <a class="button" href=${listAddress('activity', filters)}>Cancel</a>
    </div>
  </form>`
}

function sendNothing(request: FastifyRequest, reply: FastifyReply, reason: Message) {
  const content = html`<h1>${title}</h1>
    <p>${reason}</p>
    <p class="buttons"><a class="button" href=${listAddress('activity', request.query as Record<string, string>)}>Back to the activity</a></p>`
  const above = [{ href: listAddress('activity'), label: 'Activity' }]
  return sendPage(request, reply, { title, content: () => content, above })
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
    <a class="button danger" href=${`${undoAddress}?${new URLSearchParams(filters)}`}>Undo these changes</a>
  </p>`
}
