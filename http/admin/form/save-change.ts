import { isDeepStrictEqual } from 'node:util'
import type { FastifyRequest } from 'fastify'
import type { Actor } from '../../../src/access/actor.ts'
import { requireVersion } from '../../../src/catalog/shown-version.ts'
import type { EntityManager } from '../../../src/database/transaction.ts'
import { Fault, type FieldErrors, isAnotherVersion, notFound } from '../../../src/record/fault.ts'
import { todayIn } from '../../../src/record/time-zone.ts'
import { changedNotice } from '../history/changed-notice.ts'
import type { Html } from '../html/html.ts'
import { shownVersion } from '../html/post-form.ts'
import { t } from '../html/text.ts'
import type { FormValues, RecordPages, Row } from '../record/record.ts'
import { changeableRow, currentVersion, recordRef, storedValues } from '../record/row.ts'
import { adminWrite } from '../request/write.ts'
import { changesOfOthers } from './changed-meanwhile.ts'
import { validateForm, warningTexts } from './messages.ts'
import { sentLists, shownRows, storedRows, submittedRows } from './rows.ts'
import { inputErrors, submittedValues } from './submitted.ts'

/** The content of the form of a record. */
export type FilledForm = { row: Row; version: number | undefined; values: FormValues }

/** The result of a submitted form: what the change did besides and its warnings, or why it was not saved. */
type Submitted = FilledForm & {
  effect?: string
  warnings?: string[]
  rejected?: { status: 409 | 422; errors: FieldErrors; changed?: Html }
}

/**
 * Changes the fields of a record that a form contains, unless another person has changed them since it was opened. `body`
 * is the content of the form, if it is not all that was sent.
 */
export async function saveChange(
  request: FastifyRequest,
  pages: RecordPages,
  body = request.body,
  retries = 3,
): Promise<Submitted> {
  const version = await currentVersion(request, pages)
  const row = await changeableRow(request, pages)
  const { change } = pages
  if (!change) throw notFound()
  const lists = sentLists(body, change.rows)
  const values = { ...submittedValues(body, change.body), ...submittedRows(body, lists) }
  const shown = shownVersion(request)
  let shownAgain = values
  try {
    const current = { ...storedValues(row), ...storedRows(row, lists) }
    const input = differences(await validateForm(request, change.body, values, lists), current)
    const { kept, errors } = await changesOfOthers(request, pages, row, input)
    for (const name of kept) delete input[name]
    const stored = { ...current, ...shownRows(row, lists, todayIn(request.server.config.TIME_ZONE)) }
    shownAgain = { ...values, ...Object.fromEntries(kept.map((name) => [name, stored[name]])) }
    const save = async (em: EntityManager, actor: Actor) => {
      // Thrown in the transaction, which verifies the caller: no other may learn what others have changed.
      if (!change.isDecision && Object.keys(errors).length > 0) throw new Fault('conflict', undefined, errors)
      const expected = change.isDecision ? shown : version
      return change.run(em, actor, row.id, input as never, () =>
        requireVersion(em, recordRef(pages, row), expected),
      )
    }
    const result = await adminWrite(request, save, {
      form: () => ({ type: pages.historyType, action: 'change', id: row.id, body: input }),
    })
    const warnings = warningTexts(result, change.body)
    return { row, version, values, effect: effectOf(result), warnings }
  } catch (error) {
    const isUnseen = isAnotherVersion(error)
    if (isUnseen && change.isDecision) {
      const changed = await changedNotice(request, recordRef(pages, row))
      return { row, version, values: shownAgain, rejected: { status: 409, errors: {}, changed } }
    }
    // Another change was committed after the comparison, so the form is compared again.
    if (isUnseen && retries > 0) return saveChange(request, pages, body, retries - 1)
    if (!(error instanceof Fault && error.code === 'conflict'))
      return { row, version: shown, values, rejected: { status: 422, errors: inputErrors(error) } }
    return error.errors
      ? { row, version, values: shownAgain, rejected: { status: 409, errors: error.errors } }
      : {
          row,
          version: shown,
          values,
          rejected: { status: 409, errors: { record: [error.sentence ?? error.message] } },
        }
  }
}

/** Returns the fields of a form that differ from the record. It sends every field; the others are not written. */
export function differences(input: FormValues, current: FormValues): FormValues {
  const changed = Object.entries(input).filter(
    ([name, value]) => !isDeepStrictEqual(value, current[name] ?? null),
  )
  return Object.fromEntries(changed)
}

type Effect = { unblocked?: { title: string }[]; handed_over?: number }

/**
 * Returns sentences, after a space, about what a write did besides: the tasks that waited for a task that is finished now,
 * and work handed over.
 */
export function effectOf(result: unknown): string {
  const { unblocked = [], handed_over = 0 } = (result ?? {}) as Effect
  if (handed_over > 0) return ` ${t('form.handedOver', { count: handed_over })}`
  const tasks = unblocked.map(({ title }) => t('form.quoted', { title })).join(', ')
  return tasks === '' ? '' : ` ${t('form.noLongerBlocked', { tasks })}`
}
