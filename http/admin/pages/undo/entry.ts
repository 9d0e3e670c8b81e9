import type { FastifyReply, FastifyRequest } from 'fastify'
import { referencesOf } from '../../../../src/catalog/changed-values.ts'
import { type RecordTitles, readTitles, recordKey } from '../../../../src/catalog/record-titles.ts'
import { readVersion } from '../../../../src/catalog/shown-version.ts'
import { recordWrites } from '../../../../src/catalog/undo/record-writes.ts'
import { sentencesOf, usersIn } from '../../../../src/catalog/undo/refusal.ts'
import { restorableDays } from '../../../../src/catalog/undo/restore-deleted.ts'
import { revertChange } from '../../../../src/catalog/undo/revert-change.ts'
import type { SetRecord } from '../../../../src/catalog/undo/set-fields.ts'
import { type UndoAction, undoActionOf, undoEntry } from '../../../../src/catalog/undo/undo-entry.ts'
import { WithdrawalReason } from '../../../../src/catalog/undo/withdraw.ts'
import type { ActivityEntry } from '../../../../src/journal/activity.ts'
import type { RecordRef } from '../../../../src/journal/history.ts'
import type { Key } from '../../../../src/language/translate.ts'
import { Fault, type FieldErrors, isAnotherVersion } from '../../../../src/record/fault.ts'
import { visibleName } from '../../../../src/record/invisible.ts'
import { validate } from '../../../../src/record/validation/validate.ts'
import { formControls } from '../../form/controls.ts'
import { form } from '../../form/form.ts'
import { submittedValues } from '../../form/submitted.ts'
import { changeList, recordTitle } from '../../history/change-item.ts'
import { changedNotice, rejection } from '../../history/changed-notice.ts'
import { type Html, html } from '../../html/html.ts'
import { shownVersion } from '../../html/post-form.ts'
import { rich, t } from '../../html/text.ts'
import { timestamp } from '../../html/time.ts'
import { valueLabel } from '../../html/value.ts'
import { inSentence } from '../../html/words.ts'
import { listAddress, recordAddress, referenceAddress } from '../../record/address.ts'
import { enumerationOfField } from '../../record/field-traits.ts'
import { listLink } from '../../record/links.ts'
import { recordLink } from '../../record/record-link.ts'
import { pagesOfType } from '../../records/index.ts'
import { kindName } from '../../records/kind-name.ts'
import type { FormWrite } from '../../request/propose.ts'
import { personOf, redirect, sendPage } from '../../request/reply.ts'
import { adminWrite } from '../../request/write.ts'

type Action = Exclude<UndoAction, 'revert'>

const texts = {
  withdraw: {
    title: 'undo.revertCreation',
    label: 'undo.withdraw',
    question: 'undo.created',
    done: 'undo.withdrawnDone',
  },
  restore: {
    title: 'undo.restoreDeleted',
    label: 'history.restore',
    question: 'undo.deleted',
    done: 'undo.restoredDone',
  },
  delete: {
    title: 'undo.revertRestoration',
    label: 'undo.deleteAgain',
    question: 'undo.restored',
    done: 'undo.deletedDone',
  },
} as const satisfies Record<Action, Record<'title' | 'label' | 'question' | 'done', Key>>

type Rejected = { notice?: Html; errors?: FieldErrors; used_by?: RecordRef[] }

/** Sends the page that asks before a creation, a deletion or a restoration is undone. */
export async function askToUndo(
  request: FastifyRequest,
  reply: FastifyReply,
  entry: ActivityEntry,
  action: Action,
  { notice, errors, used_by = [] }: Rejected = {},
) {
  const { read } = request.server
  const version = await readVersion(read, entry)
  const titles = await readTitles(read, [entry, ...used_by, ...referencesOf([entry])])
  const { question } = texts[action]
  const controls = action === 'withdraw' ? formControls(WithdrawalReason) : []
  const title = t(texts[action].title)
  const content = (csrf: string) => html`
    <h1>${title}</h1>
    ${notice} ${usersList(used_by, titles)}
    <p>
      ${rich(question, {
        author: visibleName(entry.actor),
        kind: inSentence(kindName(entry.record_type)),
        record: recordTitle(entry, titles),
        time: timestamp(entry.created_at),
      })}${' '}
      ${action === 'withdraw' && endSentence(entry.record_type)}
    </p>
    ${form({
      action: `${recordAddress('activity', entry.id)}/revert`,
      csrf,
      controls,
      values: submittedValues(request.body),
      errors,
      submit: t(texts[action].label),
      cancel: `${listAddress('activity')}#change-${entry.id}`,
      version,
      inPlace: true,
    })}
    ${changeList(entry, personOf(request), titles)}
  `
  const above = [{ href: listAddress('activity'), label: t('layout.activity') }]
  return sendPage(request, reply, { title, content, above }, errors ? 422 : notice ? 409 : 200)
}

/** Undoes a creation, a deletion or a restoration. A fault shows the question again. */
export async function undo(
  request: FastifyRequest,
  reply: FastifyReply,
  entry: ActivityEntry,
  action: Action,
) {
  const kind = pagesOfType(entry.record_type)
  try {
    const { reason } = validate(WithdrawalReason, action === 'withdraw' ? submittedValues(request.body) : {})
    const record = await adminWrite(
      request,
      (em, actor) => undoEntry(em, reason ? { ...actor, reason } : actor, entry.id, shownVersion(request)),
      { form: (undone) => ('values' in undone ? { ...fieldsWrite(undone), reason } : undefined) },
    )
    const isGone = action === 'delete' || (action === 'withdraw' && !(await exists(request, record)))
    const address = isGone ? kind && listLink(kind).href : referenceAddress(record)
    return redirect(reply, address ?? listAddress('activity'), t(texts[action].done))
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    if (isAnotherVersion(error)) {
      const notice = await changedNotice(request, entry)
      return askToUndo(request, reply, entry, action, { notice })
    }
    if (error.errors?.reason) return askToUndo(request, reply, entry, action, { errors: error.errors })
    if (error.code !== 'conflict' && error.code !== 'validation_failed' && error.code !== 'canon_guard')
      throw error
    const used_by = usersIn(error) ?? []
    return askToUndo(request, reply, entry, action, { notice: rejection(sentencesOf(error)), used_by })
  }
}

async function exists({ server }: FastifyRequest, record: RecordRef): Promise<boolean> {
  const found = (await readTitles(server.read, [record])).get(recordKey(record))
  return found !== undefined && !found.deleted
}

function endSentence(record_type: string): string {
  const end = recordWrites.get(record_type)?.end
  if (!end) return t('undo.endsDeleted', { days: restorableDays })
  if (end.value === null) return t('undo.endsRetracted')
  const schema = pagesOfType(record_type)?.schema
  const enumeration = schema && enumerationOfField(schema, end.column)
  const status = enumeration ? valueLabel(enumeration, end.value) : end.value
  return t('undo.endsWithStatus', { status })
}

/** Renders the records that rest on one that cannot be withdrawn. */
export function usersList(records: RecordRef[], titles: RecordTitles): Html {
  if (records.length === 0) return null
  return html`<ul class="used-by" aria-label=${t('undo.usedBy')}>
    ${records.map((record) => html`<li>${recordLink(record, titles.get(recordKey(record)))}</li>`)}
  </ul>`
}

/** Undoes one change without further questions: sets its fields back, or withdraws or restores its record. */
export async function undoChange(request: FastifyRequest, entry: ActivityEntry): Promise<void> {
  const version = await readVersion(request.server.read, entry)
  await adminWrite(request, async (em, actor) => {
    if (undoActionOf(entry) === 'revert') await revertChange(em, actor, entry.id, { version, ticked: [] })
    else await undoEntry(em, actor, entry.id, version)
  })
}

/** Returns the write that sets these fields of a record. A retraction is an operation of its own. */
export function fieldsWrite({ record_type: type, record_id: id, values }: SetRecord): FormWrite {
  const { retraction: reason } = values
  if (reason === undefined) return { type, action: 'change', id, body: values }
  return reason === null
    ? { type, action: 'restore', id, body: {} }
    : { type, action: 'retract', id, body: { reason } }
}
