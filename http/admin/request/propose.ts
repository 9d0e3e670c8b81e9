import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '../../../src/access/actor.ts'
import { answerKeys } from '../../../src/catalog/answer-keys.ts'
import type { Held } from '../../../src/journal/verdict.ts'
import { write } from '../../../src/journal/write.ts'
import { changesRecord } from '../../../src/portfolio/batch/operation.ts'
import { kindAt } from '../../../src/portfolio/kinds.ts'
import type { OperationRequest } from '../../../src/portfolio/proposal/operation.ts'
import { propose } from '../../../src/portfolio/proposal/propose.ts'
import { type Operation, operations, writes } from '../../../src/portfolio/write-api/writes.ts'
import { Fault } from '../../../src/record/fault.ts'
import { publicPath } from '../../answers/public-path.ts'
import { redirect } from './reply.ts'
import { claimForm } from './sent-form.ts'

/** The request of the portfolio API that does what a form does: its method, its path below `/api/portfolio`, its body and reason. */
export type SameRequest = { method: string; path: string; body: object; reason?: string | null | undefined }

type Answer = { record: { id: number }; similar?: unknown; open_here?: unknown; warnings?: unknown }

/** Thrown by a write of a form that became a proposal. The error pages lead to the proposal. */
export class Proposed extends Error {
  readonly path: string

  constructor(id: number) {
    super('Proposed. It is stored once another person approves it.')
    this.path = `/admin/proposals/${id}`
  }
}

/**
 * Stores a held write of a form as a proposal, by the operation of the API that does the same.
 *
 * @throws Proposed with the proposal; Fault `canon_guard` if the API has no such operation
 */
export async function proposeInstead(
  sender: FastifyRequest,
  actor: Actor,
  held: Held,
  same: SameRequest | undefined,
): Promise<never> {
  const { server } = sender
  const request = same && operationOf(same)
  const { verdict, result } = held
  const [rule] = verdict.rules
  if (!request) {
    const message = verdict.warnings[0]?.message ?? 'An admin must do this.'
    throw new Fault('canon_guard', message, undefined, { rule, rules: verdict.rules })
  }
  const kind = kindAt(writes[request.operation].path)
  const { record, similar, open_here, warnings } = result as Answer
  const shown = changesRecord(request.operation) ? record : withoutId(record)
  const preview = { [answerKeys(kind).one]: shown, similar, open_here, warnings }
  const waiting = { request, verdict, records: [{ kind, id: record.id }], preview }
  const { proposal } = await write(server.orm, actor, async (em) => {
    await claimForm(sender, em)
    return propose(em, { ...actor, reason: same.reason ?? undefined }, waiting, server.config.PROPOSAL_DAYS)
  })
  throw new Proposed(proposal.id)
}

/** Leads to the proposal that a form became. */
export function leadToProposal(request: FastifyRequest, reply: FastifyReply, { path, message }: Proposed) {
  if (request.headers['hx-request'] !== 'true') return redirect(reply, path, message)
  return reply
    .header('hx-redirect', `${publicPath(request.server.config)}${path}`)
    .code(204)
    .send()
}

function operationOf({
  method,
  path,
  body,
}: SameRequest): (OperationRequest & { operation: Operation }) | undefined {
  const key = /^\/[\w-]+\/(\d+)/.exec(path)?.[1] ?? null
  const shape = (template: string) => template.replace(/\{\w+\}|(?<=\/)\d+/, '*')
  const operation = operations.find(
    (name) => writes[name].method === method && shape(writes[name].path) === shape(path),
  )
  if (!operation) return undefined
  return { operation, method, path: `/api/portfolio${path}`, key, body: { ...body } }
}

// A record that is not stored has no id, nor have its tasks.
function withoutId({ id: _, ...record }: { id: number; tasks?: { id: number }[] }) {
  const tasks = record.tasks?.map(({ id: _, ...task }) => task)
  return { ...record, ...(tasks && { tasks }) }
}
