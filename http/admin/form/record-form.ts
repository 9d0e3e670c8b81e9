import type { FastifyReply, FastifyRequest } from 'fastify'
import { type FieldErrors, notFound, policyDenied } from '../../../src/record/fault.ts'
import { todayIn } from '../../../src/record/time-zone.ts'
import { type Html, html } from '../html/html.ts'
import { shownVersion } from '../html/post-form.ts'
import { t } from '../html/text.ts'
import { type ListRequest, readListRequest, rowsQuery } from '../list/list-request.ts'
import { listAddress, recordAddress } from '../record/address.ts'
import { linksAbove, listAbove, titleOf } from '../record/links.ts'
import type { FormValues, RecordPages, Row } from '../record/record.ts'
import { recordText } from '../record/record-text.ts'
import { changeableRow, currentVersion, mayCreate, storedValues } from '../record/row.ts'
import { sendSecret } from '../record/secret.ts'
import { pathId } from '../request/path.ts'
import { personOf, redirect, sendPage } from '../request/reply.ts'
import {
  formAddress,
  listBehind,
  nextPage,
  redirectToSaved,
  withBack,
  withNext,
} from '../request/way-back.ts'
import { adminWrite } from '../request/write.ts'
import { withAgents } from './agents.ts'
import { formControls } from './controls.ts'
import { form } from './form.ts'
import { validateForm, warningTexts } from './messages.ts'
import { shownInForm } from './references.ts'
import { rowControls, withPaths } from './row-paths.ts'
import {
  addedTo,
  allSentRows,
  rowsField,
  sentLists,
  shownRows,
  submittedRows,
  withoutRowErrors,
} from './rows.ts'
import { saveChange } from './save-change.ts'
import { defaultsOf, inputErrors, newValues, prefilled, submittedValues, withoutBlank } from './submitted.ts'

/** Shows the form of a new record. The query prefills it. */
export async function showNew(request: FastifyRequest, reply: FastifyReply, pages: RecordPages) {
  requireCreator(request, pages)
  const { body, suggested } = pages.create ?? {}
  return sendForm(request, reply, pages, {
    values: { ...suggested, ...submittedValues(request.query, body) },
  })
}

/** Shows the form of a record. The query prefills the fields that `change` says. */
export async function showEdit(request: FastifyRequest, reply: FastifyReply, pages: RecordPages) {
  const version = await currentVersion(request, pages)
  const row = await changeableRow(request, pages)
  const today = todayIn(request.server.config.TIME_ZONE)
  const rows = shownRows(row, pages.change?.rows, today)
  const values = { ...storedValues(row), ...prefilled(request.query, pages.change), ...rows }
  return sendForm(request, reply, pages, { row, version, values })
}

/** Creates a record from a form. */
export async function create(request: FastifyRequest, reply: FastifyReply, pages: RecordPages) {
  requireCreator(request, pages)
  const { create } = pages
  if (!create) throw notFound()
  const { body } = request
  const lists = sentLists(body, create.rows)
  const fields = submittedValues(body, create.body)
  if (addedTo(body) !== undefined)
    return sendForm(request, reply, pages, { values: { ...fields, ...allSentRows(body, lists) } })
  const values = { ...fields, ...submittedRows(body, lists) }
  try {
    const input = await validateForm(request, create.body, newValues(create.body, values), lists)
    const result = await adminWrite(request, (em, actor) => create.run(em, actor, input as never), {
      form: () => ({ type: pages.historyType, action: 'create', body: input }),
    })
    const created = 'record' in result ? result.record : result
    const address = recordAddress(pages.collection, created.id)
    if (created.shownOnce)
      return sendSecret(request, reply, created.shownOnce, { href: address, label: t('form.continue') })
    const warnings = warningTexts(result, create.body)
    const done = recordText(pages, 'created')
    const next = nextPage(request)
    if (next) return redirect(reply, next, done, warnings)
    return redirectToSaved(request, reply, { collection: pages.collection, address }, done, warnings)
  } catch (error) {
    return sendForm(request, reply, pages, { values, errors: inputErrors(error) })
  }
}

/** Changes a record from a form. */
export async function change(request: FastifyRequest, reply: FastifyReply, pages: RecordPages) {
  if (addedTo(request.body) !== undefined) return showAddedRow(request, reply, pages)
  // Read before the record is changed, after which the filters of the list may no longer select it.
  const following = await followingForm(request, pages)
  const { rejected, effect, warnings, ...filled } = await saveChange(request, pages)
  if (rejected) return sendForm(request, reply, pages, { ...filled, ...rejected })
  const done = `${recordText(pages, 'saved')}${effect}`
  if (following) return redirect(reply, following, done, warnings)
  const saved = { collection: pages.collection, address: recordAddress(pages.collection, filled.row.id) }
  return redirectToSaved(request, reply, saved, done, warnings ?? [])
}

async function showAddedRow(request: FastifyRequest, reply: FastifyReply, pages: RecordPages) {
  const row = await changeableRow(request, pages)
  const { change } = pages
  if (!change) throw notFound()
  const { body } = request
  const rows = allSentRows(body, sentLists(body, change.rows))
  const values = { ...submittedValues(body, change.body), ...rows }
  return sendForm(request, reply, pages, { row, version: shownVersion(request), values })
}

type FormPage = {
  row?: Row
  version?: number | undefined
  values: FormValues
  errors?: FieldErrors
  changed?: Html
  status?: number
}

async function sendForm(
  request: FastifyRequest,
  reply: FastifyReply,
  pages: RecordPages,
  { row, version, values, errors, changed, status = errors ? 422 : 200 }: FormPage,
) {
  const operation = row ? pages.change : pages.create
  if (!operation) throw notFound()
  const { body, rows = [] } = operation
  const title = row ? t('form.editTitle', { title: titleOf(pages, row) }) : recordText(pages, 'new')
  const controls = formControls(body).filter(
    ({ name }) => name !== 'owner_id' || personOf(request).role === 'admin',
  )
  const back = listBehind(request, pages.collection)
  const next = nextPage(request)
  const own = formAddress(request)
  const action = next ? withNext(own, next) : withBack(own, back)
  const above = row ? linksAbove(pages, row, back) : [listAbove(pages, back)]
  const filled = row ? values : { ...defaultsOf(controls), ...withoutBlank(values) }
  const added = addedTo(request.body)
  const [named, offered] = await Promise.all([
    shownInForm(request, [...controls, ...rowControls(filled, rows)], withPaths(filled, rows)),
    withAgents(request.server.read, controls, filled),
  ])
  const content = (csrf: string) => html`
    <h1>${title}</h1>
    ${changed} ${row && pages.caution?.(row, personOf(request))}
    ${form({
      action,
      csrf,
      controls: offered,
      values: named,
      errors: errors && withoutRowErrors(errors, rows),
      submit: row ? t('form.save') : t('form.create'),
      cancel: next ?? above.at(-1)?.href,
      ...(row && back && { also: { name: saveAndNext, label: t('form.saveAndNext') } }),
      version,
      focusFirst: added === undefined,
      below: rows.length > 0 && rows.map((list) => rowsField(list, { values: filled, named, errors, added })),
    })}
  `
  return sendPage(request, reply, { title, content, above }, status)
}

function requireCreator(request: FastifyRequest, pages: RecordPages): void {
  if (!mayCreate(request, pages)) throw policyDenied()
}

// The button of a form that saves and leads to the next record of the list that the form was opened from.
const saveAndNext = '_next'

/**
 * Returns the form of the record after this one in the list that the form was opened from, or the list if no other record
 * follows. Undefined unless the person pressed “Save and next”.
 */
async function followingForm(request: FastifyRequest, pages: RecordPages): Promise<string | undefined> {
  const back = listBehind(request, pages.collection)
  const pressed = (request.body as FormValues | undefined)?.[saveAndNext] !== undefined
  if (!pressed || !back) return undefined
  const { searchParams } = new URL(back, 'http://own')
  const { read } = request.server
  const person = personOf(request)
  const list = await readListRequest(request, pages, Object.fromEntries(searchParams))
  if (list.isInvalid) return back
  const rowsOn = (query: ListRequest['query']) =>
    pages.list.run(read, rowsQuery(pages, query) as never, person)
  const { rows, more } = await rowsOn(list.query)
  const position = rows.findIndex(({ id }) => id === pathId(request))
  const isOpen = (row: Row) =>
    (pages.mayChange?.(row, person) ?? true) && (pages.change?.isPossible?.(row) ?? true)
  const formOf = (row: Row | undefined, list: string) =>
    row && withBack(`${recordAddress(pages.collection, row.id)}/edit`, list)
  const onPage = formOf(rows.slice(position + 1).find(isOpen), back)
  const last = rows.at(-1)
  if (onPage || !more || !last) return onPage ?? back
  const nextPage = pageAfter(pages, list.query, last)
  for (const [name, value] of Object.entries(nextPage)) searchParams.set(name, String(value))
  const { rows: others } = await rowsOn({ ...list.query, ...nextPage })
  return formOf(others.find(isOpen), listAddress(pages.collection, searchParams)) ?? back
}

function pageAfter({ list }: RecordPages, { page, sort }: ListRequest['query'], last: Row) {
  return list.cursorOf && !sort && page === 1 ? { cursor: list.cursorOf(last) } : { page: page + 1 }
}
