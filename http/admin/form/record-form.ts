import type { FastifyReply, FastifyRequest } from 'fastify'
import { type FieldErrors, notFound, policyDenied } from '../../../src/record/fault.ts'
import { type Html, html } from '../html/html.ts'
import { words } from '../html/words.ts'
import { linksAbove, listLink, recordAddress, titleOf } from '../record/links.ts'
import type { FormValues, RecordPages, Row } from '../record/record.ts'
import { changeableRow, mayCreate, storedValues } from '../record/row.ts'
import { sendSecret } from '../record/secret.ts'
import { currentVersion } from '../record/version.ts'
import { personOf, redirect, sendPage } from '../request/reply.ts'
import { adminWrite } from '../request/write.ts'
import { formControls } from './controls.ts'
import { form } from './form.ts'
import { defaultsOf, newValues, withoutBlank } from './new-values.ts'
import { nameReferences } from './references.ts'
import { saveChange } from './save-change.ts'
import { inputErrors, submittedValues } from './submitted.ts'
import { validateForm } from './validate-form.ts'
import { warningTexts } from './warnings.ts'

/** Shows the form of a new record. The query prefills it. */
export async function showNew(request: FastifyRequest, reply: FastifyReply, pages: RecordPages) {
  requireCreator(request, pages)
  return sendForm(request, reply, pages, { values: request.query as FormValues })
}

/** Shows the form of a record. */
export async function showEdit(request: FastifyRequest, reply: FastifyReply, pages: RecordPages) {
  const version = await currentVersion(request, pages)
  const row = await changeableRow(request, pages)
  return sendForm(request, reply, pages, { row, version, values: storedValues(row) })
}

/** Creates a record from a form. */
export async function create(request: FastifyRequest, reply: FastifyReply, pages: RecordPages) {
  requireCreator(request, pages)
  const { create, label } = pages
  if (!create) throw notFound()
  const values = submittedValues(request.body, create.body)
  try {
    const input = await validateForm(request, create.body, newValues(create.body, values))
    const result = await adminWrite(request, (em, actor) => create.run(em, actor, input as never), {
      same: { method: 'POST', path: `/${pages.collection}`, body: input },
    })
    const created = 'record' in result ? result.record : result
    const next = { href: recordAddress(pages, created), label: 'Continue' }
    if (created.shownOnce) return sendSecret(request, reply, created.shownOnce, next)
    const warnings = warningTexts(result, create.body)
    return redirect(reply, next.href, `${words(label.singular)} created.`, warnings)
  } catch (error) {
    return sendForm(request, reply, pages, { values, errors: inputErrors(error) })
  }
}

/** Changes a record from a form. */
export async function change(request: FastifyRequest, reply: FastifyReply, pages: RecordPages) {
  const { rejected, effect, warnings, ...filled } = await saveChange(request, pages)
  if (rejected) return sendForm(request, reply, pages, { ...filled, ...rejected })
  const done = `${words(pages.label.singular)} saved.${effect}`
  return redirect(reply, recordAddress(pages, filled.row), done, warnings)
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
  const body = row ? pages.change?.body : pages.create?.body
  if (!body) throw notFound()
  const title = row ? `Edit: ${titleOf(pages, row)}` : `New ${pages.label.singular}`
  const controls = formControls(body).filter(
    ({ name }) => name !== 'owner_id' || personOf(request).role === 'admin',
  )
  const above = row ? linksAbove(pages, row) : [listLink(pages)]
  const filled = row ? values : { ...defaultsOf(controls), ...withoutBlank(values) }
  const named = await nameReferences(request.server.read, controls, filled, personOf(request))
  const content = (csrf: string) => html`
    <h1>${title}</h1>
    ${changed}
    ${form({
      csrf,
      controls,
      values: named,
      errors,
      submit: row ? 'Save' : 'Create',
      cancel: above.at(-1)?.href,
      draft: `${pages.collection}/${row?.id ?? 'new'}`,
      version,
    })}
  `
  return sendPage(request, reply, { title, content, above }, status)
}

function requireCreator(request: FastifyRequest, pages: RecordPages): void {
  if (!mayCreate(request, pages)) throw policyDenied()
}
