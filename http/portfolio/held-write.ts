import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { EntityManager } from '../../src/database/transaction.ts'
import type { StoredResponse } from '../../src/journal/idempotency.ts'
import type { Outcome } from '../../src/journal/write.ts'
import type { OperationResult } from '../../src/portfolio/batch/run.ts'
import { answerKeys } from '../../src/portfolio/kinds.ts'
import { keyOfName, namesRecord } from '../../src/portfolio/operation.ts'
import { operations } from '../../src/portfolio/operations.ts'
import type { OperationRequest } from '../../src/portfolio/proposal/operation.ts'
import { reasonRule, StoredProposal } from '../../src/portfolio/proposal/proposal.ts'
import { type Proposed, propose } from '../../src/portfolio/proposal/propose.ts'
import type { OperationName } from '../../src/portfolio/records.ts'
import { capitalize } from '../openapi/labels.ts'
import { pathOf } from '../request/request-target.ts'
import { actorOf, type Proposals } from '../routes/run-write.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Portfolio API: what the route writes, which becomes a proposal if a person must decide on it. */
    operation?: OperationName | 'batch'
  }
}

/** The query parameter of every write of the portfolio. */
export const reason = reasonRule
  .optional()
  .describe('Why, in a sentence: kept in the history of the record, and shown to who decides on a proposal')

const { id, status, expires_at } = StoredProposal.shape

/** The address of the page of a proposal, in answers. */
export const proposalAddress = z
  .url()
  .describe('Its page, for people')
  .meta({ examples: ['https://ops.example.com/admin/proposals/41'] })

/** What the answer to a write has that waits for a person, beside the record as it would be. */
export const ofProposal = {
  proposal: z.object({ id, status, expires_at, url: proposalAddress }),
  repeated: z.literal(true).optional().describe('The same write waits already: this is its proposal'),
  next: z.string(),
}

const afterProposal =
  'Waits for a person. Do not send it again. Tell your user, and look at list_proposals or the change feed.'

/** Stores writes of the portfolio as proposals if a person must decide on them. */
export const portfolioProposals: Proposals = {
  withVerdict({ status, body }, { isHeld, warnings }, dryRun) {
    const answer = body as Record<string, unknown>
    return {
      status,
      body: {
        ...answer,
        ...(warnings.length > 0 && { warnings: [...((answer.warnings as unknown[]) ?? []), ...warnings] }),
        ...(dryRun && { would: isHeld ? 'propose' : 'write' }),
      },
    }
  },
  store: storeProposal,
  pathIn: (body) => `/api/portfolio/proposals/${(body as { proposal: { id: number } }).proposal.id}`,
}

/** Returns the address of the page of a proposal. */
export function proposalUrl(publicUrl: string, id: number): string {
  return `${publicUrl}/admin/proposals/${id}`
}

async function storeProposal(
  em: EntityManager,
  request: FastifyRequest,
  { result, verdict }: Outcome<StoredResponse>,
): Promise<StoredResponse> {
  const { PUBLIC_URL, PROPOSAL_DAYS } = request.server.config
  const sent = requestOf(request)
  const answer = result.body as Record<string, unknown>
  const { preview, records, label } = readAnswer(sent.operation, answer)
  const held = { request: sent, verdict, records, preview }
  const { proposal, repeated } = await propose(em, actorOf(request), held, PROPOSAL_DAYS)
  const { id, status, expires_at } = proposal
  return {
    status: 202,
    body: {
      ...answer,
      ...preview,
      message: `${label} proposed.`,
      etag: undefined,
      proposal: { id, status, expires_at, url: proposalUrl(PUBLIC_URL, id) },
      ...(repeated && { repeated }),
      next: afterProposal,
    },
  }
}

function requestOf({ method, routeOptions, url, params, body }: FastifyRequest): OperationRequest {
  const { operation } = routeOptions.config
  if (!operation) throw new Error(`The route ${method} ${routeOptions.url} declares no operation.`)
  const [name] = Object.values(params as Record<string, Parameters<typeof keyOfName>[0]>)
  const key = name === undefined ? null : keyOfName(name)
  return { operation, method, path: pathOf(url), key, body: (body ?? {}) as Record<string, unknown> }
}

// The record that a creation would store has no id yet.
function readAnswer(operation: OperationRequest['operation'], answer: Record<string, unknown>) {
  const { similar, open_here, warnings } = answer
  const beside = { similar, open_here, warnings }
  if (operation === 'batch') {
    const results = answer.results as Shown[]
    const records = results.map((shown): Proposed => {
      const { kind } = operations[shown.operation]
      return { kind, id: (shown[answerKeys(kind).one] as { id: number }).id }
    })
    return { label: 'Batch', records, preview: { results: results.map(withoutIds), ...beside } }
  }
  const { kind } = operations[operation]
  const { one } = answerKeys(kind)
  const record = answer[one] as { id: number }
  const isChange = namesRecord(operations[operation])
  const name = capitalize(kind.replaceAll('_', ' '))
  return {
    label: isChange ? `${name} change` : name,
    records: [{ kind, id: record.id }] satisfies Proposed[],
    preview: {
      [one]: isChange ? record : withoutIds({ operation, status: 201, [one]: record })[one],
      ...beside,
    },
  }
}

/** The result of an operation as its own route answers it: the record is under the name of its kind. */
export type Shown = Pick<OperationResult, 'operation' | 'status'> & { [name: string]: unknown }

type StoredResult = { id: number; tasks?: { id: number; product_decision_id: number }[] }

/** Returns the result of an operation that is not stored: a record that it would create has no id, nor have its tasks. */
export function withoutIds(answer: Shown): Shown {
  const { one } = answerKeys(operations[answer.operation].kind)
  if (answer.status !== 201) return { ...answer, etag: undefined }
  const { id: _, tasks, ...record } = answer[one] as StoredResult
  const nested = tasks?.map(({ id: _, product_decision_id: __, ...task }) => task)
  return { ...answer, etag: undefined, [one]: { ...record, ...(nested && { tasks: nested }) } }
}
