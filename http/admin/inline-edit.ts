import type { FastifyReply, FastifyRequest } from 'fastify'
import { Fault, notFound } from '../../src/record/fault.ts'
import { validate } from '../../src/record/validate.ts'
import { titleOf } from './detail.ts'
import { formControls } from './fields.ts'
import { form } from './form.ts'
import { formValuesOf, noPrecondition } from './forms.ts'
import { html, render } from './html.ts'
import { listLink } from './links.ts'
import type { FormValues, RecordPages, Row } from './record.ts'
import { redirect, sendPage } from './reply.ts'
import { changeableRow } from './row.ts'
import { submittedValues } from './submitted.ts'
import { adminWrite } from './write.ts'

/** Shows the form of a single field: in the place of its value, or as a page without JavaScript. */
export async function showField(request: FastifyRequest, reply: FastifyReply, pages: RecordPages) {
  const row = await changeableRow(request, pages)
  return sendField(request, reply, pages, row, formValuesOf(row), undefined)
}

/** Changes a single field of a record. */
export async function changeField(request: FastifyRequest, reply: FastifyReply, pages: RecordPages) {
  const row = await changeableRow(request, pages)
  const { change } = pages
  if (!change) throw notFound()
  const values = submittedValues(request.body)
  try {
    const input = validate(change.body, values)
    await adminWrite(request, (em, actor) => change.run(em, actor, row.id, input as never, noPrecondition))
    return redirect(reply, `/admin/${pages.collection}/${row.id}`, 'Saved.')
  } catch (error) {
    if (!(error instanceof Fault && error.errors)) throw error
    return sendField(request, reply, pages, row, values, error.errors)
  }
}

function sendField(
  request: FastifyRequest,
  reply: FastifyReply,
  pages: RecordPages,
  row: Row,
  values: FormValues,
  errors: Fault['errors'],
) {
  const { field } = request.params as { field: string }
  const control = pages.change && formControls(pages.change.body).find(({ name }) => name === field)
  if (!control) throw notFound()
  const address = `/admin/${pages.collection}/${row.id}`
  const title = `${control.label} of ${titleOf(pages, row)}`
  const content = (csrf: string) =>
    form({
      action: `${address}/edit/${field}`,
      csrf,
      controls: [control],
      values,
      errors,
      submit: 'Save',
      cancel: address,
    })
  const status = errors ? 422 : 200
  if (request.headers['hx-request'] && !errors)
    return reply
      .code(status)
      .type('text/html; charset=utf-8')
      .send(render(content(reply.generateCsrf())))
  const above = [listLink(pages), { href: address, label: titleOf(pages, row) }]
  return sendPage(
    request,
    reply,
    { title, content: (csrf) => html`<h1>${title}</h1>${content(csrf)}`, above },
    status,
  )
}
