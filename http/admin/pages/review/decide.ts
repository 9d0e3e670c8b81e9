import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Person } from '../../../../src/access/person.ts'
import { referencesOf } from '../../../../src/catalog/changed-values.ts'
import { type RecordTitles, readTitles, recordKey } from '../../../../src/catalog/record-titles.ts'
import { markReviewed, maxReviewed, readEntries } from '../../../../src/catalog/review.ts'
import type { ActivityEntry } from '../../../../src/journal/activity.ts'
import { historyEvents } from '../../../../src/journal/events.ts'
import { Fault, type Message } from '../../../../src/record/fault.ts'
import { faultResponses } from '../../../answers/errors.ts'
import { changeList, mayRevert } from '../../history/change-item.ts'
import { type Html, html } from '../../html/html.ts'
import { csrfField } from '../../html/post-form.ts'
import { rich, t } from '../../html/text.ts'
import { valueLabel } from '../../html/value.ts'
import { labelled } from '../../html/words.ts'
import { listAddress } from '../../record/address.ts'
import { hiddenFrom } from '../../record/hidden-from.ts'
import { recordLink } from '../../record/record-link.ts'
import { requireWriter } from '../../record/row.ts'
import { personOf, redirect, sendPage } from '../../request/reply.ts'
import { adminWrite } from '../../request/write.ts'
import { undoChange } from '../undo/entry.ts'
import type { Section } from './groups.ts'

const address = listAddress('review')
const listedInQuestion = 50

type Show = (notice: { content: Html; status: number }) => Promise<unknown>

/** Returns whether the person may revert any change of the groups. */
export function mayRevertAny(person: Person, sections: Section[]): boolean {
  const created_at = new Date().toISOString()
  return sections.some(({ groups }) =>
    groups.some(({ actor, record_type }) =>
      mayRevert({ actor, record_type, event: 'updated', changes: {}, created_at }, person),
    ),
  )
}

/**
 * Accepts the ticked changes, or reverts them once the person has confirmed that. `show` sends the review with a notice, if
 * nothing is ticked or if some changes were not reverted.
 */
export async function decideOnChanges(request: FastifyRequest, reply: FastifyReply, show: Show) {
  requireWriter(request)
  const { ids: sent = [], action } = (request.body ?? {}) as { ids?: string | string[]; action?: string }
  const ids = idsIn([sent].flat())
  if (ids.length === 0) return show({ content: notice(t('review.tickChanges')), status: 422 })
  if (action === 'revert') return askToRevert(request, reply, ids)
  if (action === 'revert-confirmed') return revert(request, reply, ids, show)
  if (action !== 'accept') return show({ content: notice(t('review.chooseAction')), status: 422 })
  await adminWrite(request, (em, actor) => markReviewed(em, actor, ids, true))
  return redirect(reply, address, t('review.accepted', { count: ids.length }))
}

// A tick may be for several changes, which another one includes.
function idsIn(ticked: string[]): number[] {
  const ids = ticked.flatMap((value) => value.match(/\d{1,15}/g) ?? []).map(Number)
  return [...new Set(ids)].slice(0, 2 * maxReviewed)
}

async function askToRevert(request: FastifyRequest, reply: FastifyReply, ids: number[]) {
  const { read } = request.server
  const person = personOf(request)
  const entries = await revertible(request, ids)
  const first = entries.slice(0, listedInQuestion)
  const titles = await readTitles(read, [...first, ...referencesOf(first)])
  const title = t('review.revertTitle', { count: entries.length })
  const content = (csrf: string) => html`
    <h1>${title}</h1>
    <form method="post" action=${address} class="record">
      ${csrfField(csrf)}
      <input type="hidden" name="ids" value=${entries.map(({ id }) => id).join(' ')} />
      <p>${t('review.revertQuestion', { count: entries.length })}</p>
      <div class="buttons">
        <button class="danger" name="action" value="revert-confirmed">${t('history.revert')}</button>
        <a class="button" href=${address}>${t('form.cancel')}</a>
      </div>
    </form>
    <section class="history" aria-label=${t('review.whatIsReverted')}>
      <ol>
        ${first.map(
          (entry) => html`<li>
            <p><strong>${valueLabel(historyEvents, entry.event)}</strong>: ${recordLink(entry, titles.get(recordKey(entry)))}</p>
            <div>${changeList(entry, person, titles)}</div>
          </li>`,
        )}
      </ol>
      ${entries.length > first.length && html`<p>${t('review.andMore', { count: entries.length - first.length })}</p>`}
    </section>
  `
  return sendPage(request, reply, { title, content, above: [{ href: address, label: t('layout.review') }] })
}

// The changes with these ids, newest first. Throws `policy_denied` if the person may revert none of them.
async function revertible(request: FastifyRequest, ids: number[]): Promise<ActivityEntry[]> {
  const person = personOf(request)
  const entries = await readEntries(request.server.read, ids, hiddenFrom(person))
  if (entries.length > 0 && !entries.some((entry) => mayRevert(entry, person)))
    throw new Fault('policy_denied')
  return entries
}

/** What could not be reverted, and why. */
type Refused = { entry: ActivityEntry; why: Message }

// Newest first, each in its own transaction.
async function revert(request: FastifyRequest, reply: FastifyReply, ids: number[], show: Show) {
  const entries = await revertible(request, ids)
  const refused: Refused[] = []
  for (const entry of entries) {
    try {
      await undoChange(request, entry)
    } catch (error) {
      if (!(error instanceof Fault)) throw error
      const why = error.sentence ?? faultResponses[error.code].message
      refused.push({ entry, why })
    }
  }
  const done = entries.filter((entry) => !refused.some((one) => one.entry === entry)).map(({ id }) => id)
  await adminWrite(request, (em, actor) => markReviewed(em, actor, done, false))
  const outcome = t('review.reverted', { count: done.length })
  if (refused.length === 0) return redirect(reply, address, outcome)
  const records = refused.map(({ entry }) => entry)
  const titles = await readTitles(request.server.read, records)
  return show({ content: refusedList(refused, titles, done.length > 0 ? outcome : ''), status: 409 })
}

function refusedList(refused: Refused[], titles: RecordTitles, outcome: string): Html {
  return notice(
    `${outcome} ${t('review.refused')}`.trim(),
    html`<ul>
      ${refused.map(({ entry, why }) => html`<li>${rich('review.refusedItem', { record: recordLink(entry, titles.get(recordKey(entry))), reason: labelled(why) })}</li>`)}
    </ul>`,
  )
}

function notice(sentence: string, list: Html = null): Html {
  return html`<div class="notice error" role="alert">
    <p>${sentence}</p>
    ${list}
  </div>`
}
