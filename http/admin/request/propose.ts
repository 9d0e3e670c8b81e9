import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '../../../src/access/actor.ts'
import { type Outcome, storedResult, write } from '../../../src/journal/write.ts'
import { phrase } from '../../../src/language/phrase.ts'
import { answerKeys } from '../../../src/portfolio/kinds.ts'
import { type Action, namesRecord } from '../../../src/portfolio/operation.ts'
import { operationsOn } from '../../../src/portfolio/operations.ts'
import { propose } from '../../../src/portfolio/proposal/propose.ts'
import { Fault } from '../../../src/record/fault.ts'
import { publicPath } from '../../answers/public-path.ts'
import { t } from '../html/text.ts'
import { redirect } from './reply.ts'
import { claimForm } from './sent-form.ts'

/** What a form writes: the type of the record, as history calls it, its id unless it is new, the body and the reason. */
export type FormWrite = {
  type: string
  action: Action
  id?: number
  body: object
  reason?: string | null | undefined
}

type Answer = { record: { id: number }; similar?: unknown; open_here?: unknown; warnings?: unknown }

/** Thrown by a write of a form that became a proposal. The error pages lead to the proposal. */
export class Proposed extends Error {
  readonly path: string

  constructor(id: number) {
    super('The write of the form became a proposal.')
    this.path = `/admin/proposals/${id}`
  }
}

/**
 * Stores a held write of a form as a proposal, by the operation of the API that writes the same.
 *
 * @throws Proposed with the proposal; Fault `canon_guard` if the API has no such operation
 */
export async function proposeInstead(
  sender: FastifyRequest,
  actor: Actor,
  held: Outcome<unknown>,
  form: FormWrite | undefined,
): Promise<never> {
  const { server } = sender
  const operation = form && operationsOn(form.type)[form.action]
  const { verdict, result } = held
  const [rule] = verdict.rules
  if (!operation) {
    const message = verdict.warnings[0]?.message ?? phrase('form.adminMustDoThis')
    throw new Fault('canon_guard', message, undefined, { rule, rules: verdict.rules })
  }
  const { kind, name, method, path } = operation
  const { record, similar, open_here, warnings } = result as Answer
  const shown = namesRecord(operation) ? record : withoutId(record)
  const preview = { [answerKeys(kind).one]: shown, similar, open_here, warnings }
  const key = form.id === undefined ? null : String(form.id)
  const request = {
    operation: name,
    method,
    path: `/api/portfolio${path.replace(/\{\w+\}/, String(key))}`,
    key,
    body: { ...form.body },
  }
  const waiting = { request, verdict, records: [{ kind, id: record.id }], preview }
  const stored = await write(server.orm, actor, async (em) => {
    await claimForm(sender, em)
    return propose(em, { ...actor, reason: form.reason ?? undefined }, waiting, server.config.PROPOSAL_DAYS)
  })
  throw new Proposed(storedResult(stored).proposal.id)
}

/** Leads to the proposal that a form became. */
export function leadToProposal(request: FastifyRequest, reply: FastifyReply, { path }: Proposed) {
  if (request.headers['hx-request'] !== 'true') return redirect(reply, path, t('form.proposed'))
  return reply
    .header('hx-redirect', `${publicPath(request.server.config)}${path}`)
    .code(204)
    .send()
}

// A record that is not stored has no id, nor have its tasks.
function withoutId({ id: _, ...record }: { id: number; tasks?: { id: number }[] }) {
  const tasks = record.tasks?.map(({ id: _, ...task }) => task)
  return { ...record, ...(tasks && { tasks }) }
}
