import type { FastifyReply, FastifyRequest } from 'fastify'
import { referencesOf } from '../../../../src/catalog/changed-values.ts'
import { readTitles, recordKey } from '../../../../src/catalog/record-titles.ts'
import { readVersion } from '../../../../src/catalog/shown-version.ts'
import {
  hasChangedValue,
  type RevertedField,
  readRevertedFields,
  revertChange,
} from '../../../../src/catalog/undo/revert-change.ts'
import { undoActionOf } from '../../../../src/catalog/undo/undo-entry.ts'
import { type ActivityEntry, listActivity, readChange } from '../../../../src/journal/activity.ts'
import { phrase } from '../../../../src/language/phrase.ts'
import { Fault, isAnotherVersion, policyDenied } from '../../../../src/record/fault.ts'
import { visibleName } from '../../../../src/record/invisible.ts'
import type { Server } from '../../../server/server.ts'
import { mayRevert } from '../../history/change-item.ts'
import { byAt, changedNotice, rejection } from '../../history/changed-notice.ts'
import { changedLabel, changedValue, comparisonTable } from '../../history/changed-value.ts'
import { absent } from '../../html/display.ts'
import { type Html, html } from '../../html/html.ts'
import { csrfField, shownVersion, versionField } from '../../html/post-form.ts'
import { rich, t } from '../../html/text.ts'
import { timestamp } from '../../html/time.ts'
import { listAddress, referenceAddress } from '../../record/address.ts'
import { hiddenFrom } from '../../record/hidden-from.ts'
import { recordLink } from '../../record/record-link.ts'
import { requireWriter } from '../../record/row.ts'
import { pathId } from '../../request/path.ts'
import { personOf, redirect, sendPage } from '../../request/reply.ts'
import { adminWrite } from '../../request/write.ts'
import { askToUndo, fieldsWrite, undo } from './entry.ts'

const maxLater = 200
/** The name of the check boxes of the fields that were changed again. */
const tickedName = 'fields'

type Values = Record<string, unknown>
type Named = [name: string, field: RevertedField]

/** Registers the pages that undo one change: the question, and the new change. */
export function revertPages(app: Server): void {
  app.get('/activity/:id/revert', askToRevert)
  app.post('/activity/:id/revert', revert)
}

async function askToRevert(request: FastifyRequest, reply: FastifyReply) {
  requireWriter(request)
  const entry = await readChange(request.server.read, pathId(request), hiddenFrom(personOf(request)))
  if (!mayRevert(entry, personOf(request))) throw policyDenied()
  const action = undoActionOf(entry)
  if (!action) throw new Fault('conflict', phrase('undo.notRevertible'))
  return action === 'revert' ? sendQuestion(request, reply, entry) : askToUndo(request, reply, entry, action)
}

async function revert(request: FastifyRequest, reply: FastifyReply) {
  requireWriter(request)
  const id = pathId(request)
  const decision = { version: shownVersion(request), ticked: tickedIn(request) }
  const shown = await readChange(request.server.read, id, hiddenFrom(personOf(request)))
  const action = undoActionOf(shown)
  if (action && action !== 'revert') return undo(request, reply, shown, action)
  try {
    const record = await adminWrite(request, (em, actor) => revertChange(em, actor, id, decision), {
      form: fieldsWrite,
    })
    return redirect(reply, referenceAddress(record) ?? listAddress('activity'), t('undo.changeReverted'))
  } catch (error) {
    const isUndecided = error instanceof Fault && error.details.tick === true
    if (!isUndecided && !isAnotherVersion(error)) throw error
    const entry = shown
    const notice = isUndecided
      ? rejection((error as Fault).sentence ?? (error as Fault).message)
      : await changedNotice(request, entry, Object.keys(entry.changes))
    return sendQuestion(request, reply, entry, notice)
  }
}

function tickedIn({ body }: FastifyRequest): string[] {
  return [(body as Values | undefined)?.[tickedName] ?? []].flat().map(String)
}

// `notice` says why nothing was reverted.
async function sendQuestion(
  request: FastifyRequest,
  reply: FastifyReply,
  entry: ActivityEntry,
  notice?: Html,
) {
  const { read, orm } = request.server
  const version = await readVersion(read, entry)
  const fields: Named[] = Object.entries(await readRevertedFields(orm, entry))
  const changedAgain = fields.filter(([, field]) => !hasChangedValue(field))
  const [{ record, shown }, later] = await Promise.all([
    namesOf(request, entry, fields),
    changedAgain.length > 0 ? laterChanges(request, entry) : [],
  ])
  const reverted = fields.filter(([, field]) => hasChangedValue(field))
  const title = t('undo.revertTitle')
  const ticked = tickedIn(request)
  const content = (csrf: string) => html`
    <h1>${title}</h1>
    ${notice}
    <form method="post" class="record">
      ${csrfField(csrf)} ${versionField(version)}
      <p>
        ${rich('undo.revertQuestion', {
          author: visibleName(entry.actor),
          record,
          time: timestamp(entry.created_at),
        })}
      </p>
      ${
        reverted.length > 0 &&
        comparisonTable(
          t('undo.revertedFields'),
          [t('undo.valueToRestore'), t('undo.valueOfChange')],
          reverted.map(([name, { reverted_to, was }]) => ({
            name,
            heading: changedLabel(entry.record_type, name),
            values: [shown(name, reverted_to), shown(name, was)],
          })),
        )
      }
      ${
        changedAgain.length > 0 &&
        html`<p>${t('undo.changedAgain')}</p>
          ${comparisonTable(
            t('undo.fieldsChangedAgain'),
            [t('undo.valueToRestore'), t('undo.valueOfChange'), t('undo.valueNow'), t('undo.lastChangedBy')],
            changedAgain.map(([name, { reverted_to, was, now }]) => {
              const last = later.find(({ changes }) => name in changes)
              return {
                name,
                heading: tickBox(name, changedLabel(entry.record_type, name), ticked.includes(name)),
                values: [reverted_to, was, now].map((value) => shown(name, value)),
                note: last ? byAt(last) : t('undo.directChange'),
              }
            }),
          )}`
      }
      <div class="buttons">
        <button class="danger">${t('history.revert')}</button>
        <a class="button" href=${`${listAddress('activity')}#change-${entry.id}`}>${t('form.cancel')}</a>
      </div>
    </form>
  `
  const above = [{ href: listAddress('activity'), label: t('layout.activity') }]
  return sendPage(request, reply, { title, content, above }, notice ? 409 : 200)
}

function tickBox(name: string, label: string, isTicked: boolean): Html {
  return html`<label class="tick"
    ><input type="checkbox" name=${tickedName} value=${name} checked=${isTicked} /> ${label}</label
  >`
}

async function laterChanges({ server }: FastifyRequest, { id, record_type, record_id }: ActivityEntry) {
  const query = { entity: record_type, record_id, per_page: maxLater }
  const { entries } = await listActivity(server.read, query)
  return entries.filter((entry) => entry.id > id)
}

// Returns the link to the record of a change, and a function that renders its values.
async function namesOf(request: FastifyRequest, entry: ActivityEntry, fields: Named[]) {
  const { record_type } = entry
  const present = fields.map(([name, { now }]) => [name, { from: now, to: now }])
  const references = referencesOf([entry, { record_type, changes: Object.fromEntries(present) }])
  const titles = await readTitles(request.server.read, [entry, ...references])
  return {
    record: recordLink(entry, titles.get(recordKey(entry))),
    shown: (name: string, value: unknown) =>
      changedValue(record_type, name, value, personOf(request), titles) || absent,
  }
}
