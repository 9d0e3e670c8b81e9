import type { FastifyReply, FastifyRequest } from 'fastify'
import { Fault, type FieldErrors, notFound } from '../../src/record/fault.ts'
import { validate } from '../../src/record/validate.ts'
import { titleOf } from './detail.ts'
import { type Control, formControls } from './fields.ts'
import { form } from './form.ts'
import { html } from './html.ts'
import { listLink } from './links.ts'
import type { FormValues, RecordPages, Row } from './record.ts'
import { personOf, redirect, sendPage } from './reply.ts'
import { changeableRow, mayCreate } from './row.ts'
import { sendSecret } from './secret.ts'
import { listNames, submittedValues } from './submitted.ts'
import { words } from './words.ts'
import { adminWrite } from './write.ts'

/** The precondition of a write in the web interface, where the last write wins. */
export const noPrecondition = async () => undefined

/** Shows the form of a new record. The query prefills it. */
export async function showNew(request: FastifyRequest, reply: FastifyReply, pages: RecordPages) {
  requireCreator(request, pages)
  return sendForm(request, reply, pages, { values: request.query as FormValues })
}

/** Shows the form of a record. */
export async function showEdit(request: FastifyRequest, reply: FastifyReply, pages: RecordPages) {
  const row = await changeableRow(request, pages)
  return sendForm(request, reply, pages, { row, values: formValuesOf(row) })
}

/** Returns the values of a form. A reference stands in a row as `{ id, name }`, and in a form as the id. */
export function formValuesOf(row: Row): FormValues {
  const embedded = Object.entries(row).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null && 'id' in value ? [[`${name}_id`, value.id]] : [],
  )
  return { ...row, ...Object.fromEntries(embedded) }
}

type FormPage = { row?: Row; values: FormValues; errors?: FieldErrors }

function sendForm(
  request: FastifyRequest,
  reply: FastifyReply,
  pages: RecordPages,
  { row, values, errors }: FormPage,
) {
  const { label, collection } = pages
  const body = row ? pages.change?.body : pages.create?.body
  if (!body) throw notFound()
  const title = row ? `Edit ${titleOf(pages, row)}` : `New ${label.singular}`
  const controls = formControls(body).filter(
    ({ name }) => name !== 'owner_id' || personOf(request).role === 'admin',
  )
  const above = [listLink(pages)]
  if (row) above.push({ href: `/admin/${collection}/${row.id}`, label: titleOf(pages, row) })
  const content = (csrf: string) => html`
    <h1>${title}</h1>
    ${form({
      csrf,
      controls,
      values: row ? values : { ...defaultsOf(controls), ...withoutBlank(values) },
      errors,
      submit: row ? 'Save' : 'Create',
      cancel: row ? `/admin/${collection}/${row.id}` : `/admin/${collection}`,
      draft: row ? `${collection}/${row.id}` : `${collection}/new`,
    })}
  `
  return sendPage(request, reply, { title, content, above }, errors ? 422 : 200)
}

/** Creates a record from a form. */
export async function create(request: FastifyRequest, reply: FastifyReply, pages: RecordPages) {
  requireCreator(request, pages)
  const { create, label, collection } = pages
  if (!create) throw notFound()
  const values = submittedValues(request.body, listNames(create.body))
  try {
    const input = validate(create.body, withoutBlank(values))
    const created = await adminWrite(request, (em, actor) => create.run(em, actor, input as never))
    const next = { href: `/admin/${collection}/${created.id}`, label: 'Continue' }
    if (created.shownOnce) return sendSecret(request, reply, created.shownOnce, next)
    return redirect(reply, next.href, `${words(label.singular)} created.`)
  } catch (error) {
    return sendForm(request, reply, pages, { values, errors: errorsOf(error) })
  }
}

function defaultsOf(controls: Control[]): FormValues {
  return Object.fromEntries(controls.map((control) => [control.name, control.default]))
}

// A form sends every control. In a new record a blank one is a field that was not set, so it gets its default.
function withoutBlank(values: FormValues): FormValues {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))
}

/** Changes a record from a form. */
export async function change(request: FastifyRequest, reply: FastifyReply, pages: RecordPages) {
  const row = await changeableRow(request, pages)
  const { change } = pages
  if (!change) throw notFound()
  const values = submittedValues(request.body)
  try {
    const input = differences(validate(change.body, values), formValuesOf(row))
    await adminWrite(request, (em, actor) => change.run(em, actor, row.id, input as never, noPrecondition))
    return redirect(reply, `/admin/${pages.collection}/${row.id}`, `${words(pages.label.singular)} saved.`)
  } catch (error) {
    return sendForm(request, reply, pages, { row, values, errors: errorsOf(error) })
  }
}

function requireCreator(request: FastifyRequest, pages: RecordPages): void {
  if (!mayCreate(request, pages)) throw new Fault('policy_denied')
}

// A form sends every field. Only those that differ are changed, so that the others have no effect.
function differences(input: FormValues, current: FormValues): FormValues {
  const changed = Object.entries(input).filter(([name, value]) => value !== current[name])
  return Object.fromEntries(changed)
}

// Only invalid input is shown in the form. Every other fault has a page of its own.
function errorsOf(error: unknown): FieldErrors {
  if (error instanceof Fault && error.errors) return error.errors
  throw error
}
