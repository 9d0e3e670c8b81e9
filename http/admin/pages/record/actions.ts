import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '../../../../src/access/actor.ts'
import { requireVersion } from '../../../../src/catalog/shown-version.ts'
import type { EntityManager } from '../../../../src/database/transaction.ts'
import { type CatalogPhrase, phrase } from '../../../../src/language/phrase.ts'
import { Fault, type FieldErrors, isAnotherVersion, policyDenied } from '../../../../src/record/fault.ts'
import { validate } from '../../../../src/record/validation/validate.ts'
import { formControls } from '../../form/controls.ts'
import { form } from '../../form/form.ts'
import { warningTexts } from '../../form/messages.ts'
import { effectOf } from '../../form/save-change.ts'
import { inputErrors, submittedValues } from '../../form/submitted.ts'
import { changedNotice } from '../../history/changed-notice.ts'
import { type Html, html } from '../../html/html.ts'
import { confirmation, shownVersion } from '../../html/post-form.ts'
import { localized, t } from '../../html/text.ts'
import type { Created, RecordAction } from '../../record/action.ts'
import { recordAddress } from '../../record/address.ts'
import { linksAbove, listAbove, rowTitles, titleOf } from '../../record/links.ts'
import type { FormValues, RecordPages, Row } from '../../record/record.ts'
import { recordPhrase, recordText } from '../../record/record-text.ts'
import { changeableRow, currentVersion, recordRef } from '../../record/row.ts'
import { sendSecret } from '../../record/secret.ts'
import type { FormWrite } from '../../request/propose.ts'
import { personOf, redirect, sendPage } from '../../request/reply.ts'
import { listBehind, nextPage, withBack, withNext } from '../../request/way-back.ts'
import { adminWrite } from '../../request/write.ts'
import { fieldList } from './detail.ts'
import { affectedRecords } from './related.ts'

/** Returns the actions on a record, including its deletion. */
export function actionsOf(pages: RecordPages): RecordAction[] {
  const { actions = [], remove } = pages
  if (!remove) return [...actions]
  const [confirm, done] = [recordPhrase(pages, 'deleteQuestion'), recordPhrase(pages, 'deleted')]
  return [...actions, { ...remove, path: 'delete', label: phrase('form.delete'), done, confirm }]
}

/** Shows the page that asks before an action. */
export async function confirm(
  request: FastifyRequest,
  reply: FastifyReply,
  pages: RecordPages,
  action: RecordAction,
) {
  const version = await currentVersion(request, pages, action)
  const row = await offeredRow(request, pages, action)
  requirePossible(action, row)
  return sendAction(request, reply, pages, action, { row, version, values: row })
}

/** Performs an action, if the record still is as the page with the button showed it. */
export async function perform(
  request: FastifyRequest,
  reply: FastifyReply,
  pages: RecordPages,
  action: RecordAction,
) {
  const row = await offeredRow(request, pages, action)
  const version = shownVersion(request)
  const values = submittedValues(request.body)
  try {
    const decide = async (em: EntityManager, actor: Actor) => {
      await requireVersion(em, recordRef(pages, row), version, action)
      requirePossible(action, row)
      const input = action.body && validate(action.body, values)
      return action.run(em, actor, row.id, input as never)
    }
    const result = await adminWrite(request, decide, {
      allowsInactive: action.allowsInactive,
      form: () => formWrite(pages, action, row, action.body ? values : {}),
    })
    const href = pageAfter(request, pages, action, row)
    const shownOnce = (result as Partial<Created> | undefined)?.shownOnce
    if (shownOnce) return sendSecret(request, reply, shownOnce, { href, label: t('form.continue') })
    const done = `${localized(action.done)}${effectOf(result)}`
    return redirect(reply, href, done, pages.change && warningTexts(result, pages.change.body))
  } catch (error) {
    if (isAnotherVersion(error)) return askAgain(request, reply, pages, action, values)
    if (!action.body) throw error
    return sendAction(request, reply, pages, action, { row, version, values, errors: inputErrors(error) })
  }
}

// The page with the button: a list, or the record, which no longer has a page once it is deleted.
function pageAfter(request: FastifyRequest, pages: RecordPages, { path }: RecordAction, row: Row): string {
  const back = listBehind(request, pages.collection)
  const page =
    path === 'delete' ? listAbove(pages, back).href : withBack(recordAddress(pages.collection, row.id), back)
  return nextPage(request) ?? page
}

// The buttons that retract a record and take its retraction back are called as these operations.
function formWrite(
  { historyType: type }: RecordPages,
  { path, asChange }: RecordAction,
  { id }: Row,
  body: FormValues,
): FormWrite | undefined {
  if (asChange) return { type, action: 'change', id, body: asChange(body) }
  return path === 'retract' || path === 'restore' ? { type, action: path, id, body } : undefined
}

// Shows what has changed since the page was opened, and the question about the present state.
async function askAgain(
  request: FastifyRequest,
  reply: FastifyReply,
  pages: RecordPages,
  action: RecordAction,
  values: FormValues,
) {
  const version = await currentVersion(request, pages, action)
  const row = await offeredRow(request, pages, action)
  const changed = await changedNotice(request, recordRef(pages, row))
  return sendAction(request, reply, pages, action, { row, version, values, changed })
}

type ActionPage = {
  row: Row
  version: number | undefined
  values: FormValues
  errors?: FieldErrors
  changed?: Html
}

// The page asks the question of the action, shows the record, and contains a form if the action needs input.
async function sendAction(
  request: FastifyRequest,
  reply: FastifyReply,
  pages: RecordPages,
  action: RecordAction,
  { row, version, values, errors, changed }: ActionPage,
) {
  const { path, body, isPossible, confirm } = action
  const label = localized(action.label)
  const titles = await rowTitles(request.server.read, [row])
  const affected =
    path === 'delete'
      ? await affectedRecords(request, pages, row)
      : await action.affected?.(request.server.read, row)
  const back = listBehind(request, pages.collection)
  const next = nextPage(request)
  const record = withBack(recordAddress(pages.collection, row.id), back)
  const cancel = next ?? record
  const own = withBack(`${recordAddress(pages.collection, row.id)}/${path}`, back)
  const address = next ? withNext(own, next) : own
  const title = t('record.actionTitle', { action: label, title: titleOf(pages, row) })
  const content = (csrf: string) => {
    const subject = html`<section class="part" aria-labelledby="subject">
      <h2 id="subject">${recordText(pages, 'name')}</h2>
      ${fieldList(pages, { row, person: personOf(request), titles, csrf }, false)}
    </section>`
    if (isPossible && !isPossible(row))
      return html`<h1>${title}</h1>
        ${changed}
        <p>${impossible(action)} <a href=${record}>${t('record.toRecord')}</a></p>
        ${subject}`
    const question = localized(
      typeof confirm === 'function'
        ? confirm(row)
        : (confirm ?? t('record.actionQuestion', { action: label })),
    )
    const style = confirm && !action.asChange ? 'danger' : 'primary'
    const asked = {
      title,
      question,
      csrf,
      label,
      cancel,
      style,
      action: address,
      version,
      changed,
      subject,
    } as const
    if (!body) return confirmation({ ...asked, subject: html`${affected} ${subject}` })
    const controls = formControls(body)
    return html`<h1>${title}</h1>
      ${changed}
      <p>${question}</p>
      ${affected}
      ${form({ action: address, csrf, controls, values, errors, submit: label, cancel, version, focusFirst: true, inPlace: !action.asChange })}
      ${subject}`
  }
  const status = changed ? 409 : errors ? 422 : 200
  return sendPage(request, reply, { title, content, above: linksAbove(pages, row, back) }, status)
}

async function offeredRow(request: FastifyRequest, pages: RecordPages, { isOffered }: RecordAction) {
  const row = await changeableRow(request, pages)
  if (isOffered && !isOffered(row, personOf(request))) throw policyDenied()
  return row
}

function requirePossible(action: RecordAction, row: Row): void {
  if (action.isPossible && !action.isPossible(row)) throw new Fault('conflict', impossible(action))
}

function impossible({ label }: RecordAction): CatalogPhrase {
  return phrase('record.notPossible', { action: label })
}
