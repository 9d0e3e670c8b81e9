import type { FastifyReply, FastifyRequest } from 'fastify'
import { Fault, type FieldErrors, policyDenied } from '../../src/record/fault.ts'
import { validate } from '../../src/record/validation/validate.ts'
import { confirmation } from './confirmation.ts'
import { formControls } from './form/controls.ts'
import { form } from './form/form.ts'
import { inputErrors, submittedValues } from './form/submitted.ts'
import { html } from './html.ts'
import { linksAbove, listLink, recordAddress, titleOf } from './links.ts'
import type { Created, FormValues, RecordAction, RecordPages, Row } from './record.ts'
import { personOf, redirect, sendPage } from './reply.ts'
import { changeableRow } from './row.ts'
import { sendSecret } from './secret.ts'
import { words } from './words.ts'
import { adminWrite } from './write.ts'

/** Returns the actions on a record, including its deletion. */
export function actionsOf({ actions = [], remove, label }: RecordPages): RecordAction[] {
  if (!remove) return [...actions]
  const confirm = `Delete this ${label.singular}? It disappears from every list. Its history is kept.`
  return [...actions, { ...remove, path: 'delete', label: 'Delete', done: 'deleted', confirm }]
}

/** Shows the page that asks before an action. */
export async function confirm(
  request: FastifyRequest,
  reply: FastifyReply,
  pages: RecordPages,
  action: RecordAction,
) {
  const row = await actionableRow(request, pages, action)
  return sendAction(request, reply, pages, action, { row, values: {} })
}

/** Performs an action. */
export async function perform(
  request: FastifyRequest,
  reply: FastifyReply,
  pages: RecordPages,
  action: RecordAction,
) {
  const row = await actionableRow(request, pages, action)
  const values = submittedValues(request.body)
  try {
    const input = action.body && validate(action.body, values)
    const result = await adminWrite(request, (em, actor) => action.run(em, actor, row.id, input as never), {
      allowsInactive: action.allowsInactive,
    })
    const href = action.path === 'delete' ? listLink(pages).href : recordAddress(pages, row)
    const shownOnce = (result as Partial<Created> | undefined)?.shownOnce
    if (shownOnce) return sendSecret(request, reply, shownOnce, { href, label: 'Continue' })
    return redirect(reply, href, `${words(pages.label.singular)} ${action.done}.`)
  } catch (error) {
    if (!action.body) throw error
    return sendAction(request, reply, pages, action, { row, values, errors: inputErrors(error) })
  }
}

type ActionForm = { row: Row; values: FormValues; errors?: FieldErrors }

// The page asks the question of the action, and contains a form if the action needs input.
function sendAction(
  request: FastifyRequest,
  reply: FastifyReply,
  pages: RecordPages,
  { path, label, confirm: question = '', body }: RecordAction,
  { row, values, errors }: ActionForm,
) {
  const cancel = recordAddress(pages, row)
  const title = `${label}: ${titleOf(pages, row)}`
  const content = (csrf: string) =>
    body
      ? html`<h1>${title}</h1>
          <p>${question}</p>
          ${form({ action: `${cancel}/${path}`, csrf, controls: formControls(body), values, errors, submit: label, cancel, inPlace: true })}`
      : confirmation({ title, question, csrf, label, cancel })
  return sendPage(request, reply, { title, content, above: linksAbove(pages, row) }, errors ? 422 : 200)
}

async function actionableRow(
  request: FastifyRequest,
  pages: RecordPages,
  { label, isOffered, isPossible }: RecordAction,
) {
  const row = await changeableRow(request, pages)
  if (isOffered && !isOffered(row, personOf(request))) throw policyDenied()
  if (isPossible && !isPossible(row))
    throw new Fault(
      'conflict',
      `${label} is not possible in the current state of the ${pages.label.singular}.`,
    )
  return row
}
