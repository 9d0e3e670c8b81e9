import type { FastifyReply, FastifyRequest } from 'fastify'
import { type FieldErrors, notFound } from '../../../src/record/fault.ts'
import { validate } from '../../../src/record/validation/validate.ts'
import { html, render } from '../html.ts'
import { linksAbove, recordAddress, titleOf } from '../links.ts'
import type { FormValues, RecordPages, Row } from '../record.ts'
import { redirect, sendPage } from '../reply.ts'
import { changeableRow, storedValues } from '../row.ts'
import { adminWrite, noPrecondition } from '../write.ts'
import { formControls } from './controls.ts'
import { form } from './form.ts'
import { inputErrors, submittedValues } from './submitted.ts'

/** Shows the form of a single field: in the place of its value, or as a page without JavaScript. */
export async function showField(request: FastifyRequest, reply: FastifyReply, pages: RecordPages) {
  const row = await changeableRow(request, pages)
  return sendField(request, reply, pages, row, storedValues(row))
}

/** Changes a single field of a record. */
export async function changeField(request: FastifyRequest, reply: FastifyReply, pages: RecordPages) {
  const row = await changeableRow(request, pages)
  const { change } = pages
  if (!change) throw notFound()
  const values = submittedValues(request.body, change.body)
  try {
    const input = validate(change.body, values)
    await adminWrite(request, (em, actor) => change.run(em, actor, row.id, input as never, noPrecondition))
    return redirect(reply, recordAddress(pages, row), 'Saved.')
  } catch (error) {
    return sendField(request, reply, pages, row, values, inputErrors(error))
  }
}

function sendField(
  request: FastifyRequest,
  reply: FastifyReply,
  pages: RecordPages,
  row: Row,
  values: FormValues,
  errors?: FieldErrors,
) {
  const { field } = request.params as { field: string }
  const control = pages.change && formControls(pages.change.body).find(({ name }) => name === field)
  if (!control) throw notFound()
  const address = recordAddress(pages, row)
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
  if (request.headers['hx-request'] && !errors) {
    // It replaces the name and the value of the field in their list.
    const part = html`<dt class="visually-hidden">${control.label}</dt><dd>${content(reply.generateCsrf())}</dd>`
    return reply.code(status).type('text/html; charset=utf-8').send(render(part))
  }
  return sendPage(
    request,
    reply,
    { title, content: (csrf) => html`<h1>${title}</h1>${content(csrf)}`, above: linksAbove(pages, row) },
    status,
  )
}
