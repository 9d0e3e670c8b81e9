import type { FastifyReply, FastifyRequest } from 'fastify'
import { type FieldErrors, notFound } from '../../../src/record/fault.ts'
import { type Html, html, render } from '../html/html.ts'
import { localized, t } from '../html/text.ts'
import { recordAddress } from '../record/address.ts'
import { linksAbove, titleOf } from '../record/links.ts'
import type { RecordPages } from '../record/record.ts'
import { changeableRow, currentVersion, storedValues } from '../record/row.ts'
import { personOf, redirect, sendPage } from '../request/reply.ts'
import { listBehind, nextPage, redirectToSaved, withBack, withNext } from '../request/way-back.ts'
import { withAgents } from './agents.ts'
import { formControls } from './controls.ts'
import { form } from './form.ts'
import { shownInForm } from './references.ts'
import { type FilledForm, saveChange } from './save-change.ts'

/** Shows the form of a single field: in the place of its value, or as a page without JavaScript. */
export async function showField(request: FastifyRequest, reply: FastifyReply, pages: RecordPages) {
  const version = await currentVersion(request, pages)
  const row = await changeableRow(request, pages)
  return sendField(request, reply, pages, { row, version, values: storedValues(row) })
}

/** Changes a single field of a record. */
export async function changeField(request: FastifyRequest, reply: FastifyReply, pages: RecordPages) {
  const { rejected, effect, warnings, ...filled } = await saveChange(request, pages)
  const next = nextPage(request)
  if (!rejected && next) return redirect(reply, next, `${t('form.saved')}${effect}`, warnings)
  const saved = { collection: pages.collection, address: recordAddress(pages.collection, filled.row.id) }
  if (!rejected) return redirectToSaved(request, reply, saved, `${t('form.saved')}${effect}`, warnings ?? [])
  return sendField(request, reply, pages, { ...filled, ...rejected })
}

type FieldPage = FilledForm & { errors?: FieldErrors; changed?: Html; status?: number }

async function sendField(
  request: FastifyRequest,
  reply: FastifyReply,
  pages: RecordPages,
  { row, version, values, errors, changed, status = 200 }: FieldPage,
) {
  const { field } = request.params as { field: string }
  const control = pages.change && formControls(pages.change.body).find(({ name }) => name === field)
  if (!control) throw notFound()
  const named = await shownInForm(request, [control], values)
  const controls = await withAgents(request.server.read, [control], values)
  const back = listBehind(request, pages.collection)
  const next = nextPage(request)
  const address = recordAddress(pages.collection, row.id)
  const own = `${address}/edit/${field}`
  const isPart = request.headers['hx-request'] !== undefined && !errors
  const title = t('form.fieldOfRecord', { field: localized(control.label), title: titleOf(pages, row) })
  const content = (csrf: string) => html`${pages.caution?.(row, personOf(request))}
    ${form({
      action: next ? withNext(own, next) : withBack(own, back),
      csrf,
      controls,
      values: named,
      errors,
      submit: t('form.save'),
      cancel: next ?? withBack(address, back),
      version,
      focusFirst: true,
      ...(isPart && next && { prefix: `field-${row.id}` }),
    })}`
  if (isPart) {
    const form = content(reply.generateCsrf())
    // It replaces the value in the row of a list, or the name and the value of the field in the list of the fields.
    const part = next ? form : html`<dt class="visually-hidden">${control.label}</dt><dd>${form}</dd>`
    return reply
      .code(status)
      .type('text/html; charset=utf-8')
      .send(render(part, request.server.config.TIME_ZONE))
  }
  return sendPage(
    request,
    reply,
    {
      title,
      content: (csrf) => html`<h1>${title}</h1>${changed}${content(csrf)}`,
      above: linksAbove(pages, row, back),
    },
    status,
  )
}
