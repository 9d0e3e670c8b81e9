import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { readTitles, recordKey } from '../../../../src/catalog/record-titles.ts'
import { approveProposal, rejectProposal } from '../../../../src/portfolio/proposal/decide.ts'
import { Fault } from '../../../../src/record/fault.ts'
import { PathId } from '../../../../src/record/rules/id.ts'
import { safeValidate } from '../../../../src/record/validation/validate.ts'
import { html } from '../../html/html.ts'
import { t } from '../../html/text.ts'
import { labelled } from '../../html/words.ts'
import { titleLink } from '../../record/record-link.ts'
import { requireWriter } from '../../record/row.ts'
import { refererPath } from '../../request/path.ts'
import { sendPage } from '../../request/reply.ts'
import { adminWrite } from '../../request/write.ts'
import { failureMessages } from './decide.ts'
import { DecisionForm, inboxLink } from './show.ts'

const maxIds = 200

const Decisions = DecisionForm.extend({
  decision: z.enum(['approve', 'reject']),
  ids: z.array(PathId).min(1).max(maxIds),
})
type Decisions = z.output<typeof Decisions>

/** Why a proposal was not decided on; no message if it was. */
type Result = { id: number; messages: string[]; denial?: Fault }

/** Approves or rejects the ticked proposals, each in its own transaction, and shows the result of each. */
export async function decideMany(request: FastifyRequest, reply: FastifyReply) {
  requireWriter(request)
  const { decision, note, ids = [] } = (request.body ?? {}) as Record<string, unknown>
  const ticked = [...new Set([ids].flat())]
  const { data, errors } = safeValidate(Decisions, { decision, note, ids: ticked })
  if (!data) {
    const messages =
      ticked.length === 0
        ? [t('proposals.noneTicked')]
        : Object.values(errors)
            .flat()
            .map((error) => labelled(error))
    return sendInvalid(request, reply, messages)
  }
  const results: Result[] = []
  for (const id of data.ids) results.push(await decide(request, id, data))
  const [first] = results
  if (first?.denial && results.every(({ denial }) => denial)) throw first.denial
  return sendResults(request, reply, data.decision, results)
}

async function decide(request: FastifyRequest, id: number, decisions: Decisions): Promise<Result> {
  const { decision, note = null } = decisions
  try {
    await adminWrite(request, (em, actor) =>
      decision === 'approve' ? approveProposal(em, actor, id) : rejectProposal(em, actor, id, note),
    )
    return { id, messages: [] }
  } catch (error) {
    if (!(error instanceof Fault)) {
      // The others are decided on all the same.
      request.log.error({ err: error }, 'unexpected error')
      return { id, messages: [t('proposals.serverError', { id: request.id })] }
    }
    if (error.code === 'unauthenticated') throw error
    if (error.code === 'policy_denied') return { id, messages: [t('proposals.mayNotDecide')], denial: error }
    return { id, messages: failureMessages(error) }
  }
}

function sendInvalid(request: FastifyRequest, reply: FastifyReply, messages: string[]) {
  const title = t('proposals.nothingDecided')
  const content = () => html`
    <h1>${title}</h1>
    <div class="error-summary" role="alert">${messages.map((message) => html`<p>${message}</p>`)}</div>
    <p><a class="button" href=${wayBack(request)}>${t('error.goBack')}</a></p>
  `
  return sendPage(request, reply, { title, content, above: [inboxLink] }, 422)
}

async function sendResults(
  request: FastifyRequest,
  reply: FastifyReply,
  decision: Decisions['decision'],
  results: Result[],
) {
  const records = results.map(({ id }) => ({ record_type: 'proposal', record_id: id }))
  const titles = await readTitles(request.server.read, records)
  const done = results.filter(({ messages }) => messages.length === 0).length
  const of = { done, count: results.length }
  const [title, yes, no] =
    decision === 'approve'
      ? [t('proposals.approvedOf', of), t('proposals.approved'), t('proposals.notApproved')]
      : [t('proposals.rejectedOf', of), t('proposals.rejected'), t('proposals.notRejected')]
  const content = () => html`
    <h1>${title}</h1>
    <ul class="rules panel" role="status">
      ${results.map(({ id, messages }) => {
        const record = { record_type: 'proposal', record_id: id }
        const isDone = messages.length === 0
        return html`<li>
          <span class=${`badge ${isDone ? 'good' : 'bad'}`}>${isDone ? yes : no}</span>${' '}
          ${titleLink(record, titles.get(recordKey(record)))} ${messages.join(' ')}
        </li>`
      })}
    </ul>
    <p><a class="button" href=${wayBack(request)}>${t('error.goBack')}</a></p>
  `
  return sendPage(request, reply, { title, content, above: [inboxLink] })
}

function wayBack(request: FastifyRequest): string {
  return refererPath(request) ?? inboxLink.href
}
