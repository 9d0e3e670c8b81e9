import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { readTitles } from '../../../../src/catalog/record-titles.ts'
import type { ProposalState } from '../../../../src/portfolio/proposal/inbox.ts'
import type { FieldErrors } from '../../../../src/record/fault.ts'
import { visibleName } from '../../../../src/record/invisible.ts'
import { formControls } from '../../form/controls.ts'
import { form } from '../../form/form.ts'
import { defaultsOf, withoutBlank } from '../../form/new-values.ts'
import { shownInForm } from '../../form/references.ts'
import { html } from '../../html/html.ts'
import type { FormValues, Row } from '../../record/record.ts'
import { personOf, sendPage } from '../../request/reply.ts'
import { conflictTable, namedRecords, recordsBeside } from './changes.ts'
import { operationsOf } from './operations.ts'
import { inboxLink, proposalTitle } from './show.ts'

type EditForm = {
  state: ProposalState
  body: z.ZodObject
  row: Row | undefined
  version: number | undefined
  values: FormValues
  errors?: FieldErrors
  status?: 409 | 422
}

/** Sends the form in which a person edits a proposal, with the fields that others have changed above it. */
export async function sendEditForm(
  request: FastifyRequest,
  reply: FastifyReply,
  { state, body, row, version, values, errors, status }: EditForm,
) {
  const { conflicts } = state
  const titles = await readTitles(request.server.read, namedRecords(state))
  const context = { person: personOf(request), titles }
  const title = `Edit and approve: ${proposalTitle(state)}`
  const controls = formControls(body)
  const filled = row ? values : { ...defaultsOf(controls), ...withoutBlank(values) }
  const named = await shownInForm(request, controls, filled)
  const address = `${inboxLink.href}/${state.proposal.id}`
  const content = (csrf: string) => html`
    <h1>${title}</h1>
    <p>
      ${visibleName(state.proposal.created_by)} stays the author of the write. It is stored with these values, approved by you.
    </p>
    ${
      conflicts.length > 0 &&
      html`<p class="caution">Others have changed these fields since they were proposed.</p>
        ${conflictTable(state, conflicts, context)}`
    }
    ${form({
      action: `${address}/edit`,
      csrf,
      controls,
      values: named,
      errors,
      submit: 'Approve',
      cancel: address,
      version,
    })}
    ${operationsOf(state.proposal).map((operation) => recordsBeside(operation, state, context))}
  `
  const above = [inboxLink, { href: address, label: proposalTitle(state) }]
  return sendPage(request, reply, { title, content, above }, status)
}
