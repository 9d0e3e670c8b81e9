import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { readInTransaction } from '../../src/database/read.ts'
import type { EntityManager } from '../../src/database/transaction.ts'
import type { StoredResponse } from '../../src/journal/idempotency.ts'
import type { Outcome } from '../../src/journal/write.ts'
import type { OperationResult } from '../../src/portfolio/batch/run.ts'
import { UnstoredRecords } from '../../src/portfolio/batch/unstored.ts'
import { answerKeys } from '../../src/portfolio/kinds.ts'
import { keyOfName, namesRecord, type WrittenRow } from '../../src/portfolio/operation.ts'
import { operations } from '../../src/portfolio/operations.ts'
import type { OperationRequest } from '../../src/portfolio/proposal/operation.ts'
import { reasonRule, StoredProposal } from '../../src/portfolio/proposal/proposal.ts'
import { type Earlier, type Proposed, propose } from '../../src/portfolio/proposal/propose.ts'
import { proposalEtag, proposalUrl, showProposal } from '../../src/portfolio/proposal/read.ts'
import { revise, revisedRequest } from '../../src/portfolio/proposal/revise.ts'
import type { OperationName } from '../../src/portfolio/records.ts'
import type { SimilarRecord } from '../../src/portfolio/similar/record.ts'
import type { Precondition } from '../../src/record/lock-record.ts'
import { capitalize } from '../openapi/labels.ts'
import { pathOf } from '../request/request-target.ts'
import { idKey } from '../routes/resource.ts'
import { type Answer, actorOf, type Proposals } from '../routes/run-write.ts'
import { preconditionOf } from '../routes/write.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Portfolio API: what the route writes, which becomes a proposal if a person must decide on it. */
    operation?: OperationName | 'batch'
    /** Portfolio API: the route sends a proposal again, with another body. */
    revisesProposal?: true
  }
}

/** The query parameter of every write of the portfolio. */
export const reason = reasonRule
  .optional()
  .describe('Why, in a sentence: kept in the history of the record, and shown to who decides on a proposal')

const { id, status, expires_at, decision_note } = StoredProposal.shape

/** The address of the page of a proposal, in answers. */
export const proposalAddress = z
  .url()
  .describe('Its page, for people')
  .meta({ examples: ['https://ops.example.com/admin/proposals/41'] })

/** What the answer to a write has that waits for a person, beside the record as it would be. */
export const ofProposal = {
  proposal: z.object({ id, status, expires_at, url: proposalAddress }),
  repeated: z.literal(true).optional().describe('The same write waits already: this is its proposal'),
  earlier: z
    .object({ id, status, decision_note })
    .optional()
    .describe('Your last proposal of the same write that was rejected, or has the status changes_wanted'),
  next: z.string(),
}

const afterProposal =
  'Waits for a person. Do not send it again. Tell your user, and look at list_proposals or the change feed.'

function afterEarlier({ id, status }: Earlier): string {
  const { became, advice } =
    status === 'rejected'
      ? { became: 'was rejected', advice: 'Unless that has been settled since, withdraw this one.' }
      : {
          became: 'waits for your changes',
          advice: 'Withdraw this one, and send that one by revise_proposal.',
        }
  return ` Your proposal ${id} of the same write ${became}: decision_note in earlier says why. ${advice}`
}

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

/** Returns the precondition that a proposal matches the `If-Match` of a request, if it has one. */
export function preconditionOfProposal(em: EntityManager, request: FastifyRequest, id: number): Precondition {
  return preconditionOf(request, () => readProposalEtag(em, id))
}

async function readProposalEtag(em: EntityManager, id: number): Promise<string> {
  return proposalEtag(await showProposal(readInTransaction(em), id))
}

async function storeProposal(
  em: EntityManager,
  request: FastifyRequest,
  { result, verdict }: Outcome<StoredResponse>,
): Promise<Answer> {
  const { PUBLIC_URL, PROPOSAL_DAYS } = request.server.config
  const actor = actorOf(request)
  const revised = request.routeOptions.config.revisesProposal && idKey.from(request.params)
  const sent = revised ? await revisedRequest(em, revised, request.body as Body) : requestOf(request)
  const answer = result.body as Record<string, unknown>
  const { preview, records, unstored, label } = readAnswer(sent.operation, answer)
  const held = { request: sent, verdict, records, unstored, preview }
  const { proposal, repeated, earlier } = revised
    ? {
        proposal: await revise(
          em,
          actor,
          revised,
          held,
          PROPOSAL_DAYS,
          preconditionOfProposal(em, request, revised),
        ),
        repeated: false,
        earlier: null,
      }
    : await propose(em, actor, held, PROPOSAL_DAYS)
  const { id, status, expires_at } = proposal
  // The address of a revision is that of the proposal.
  const etag = revised ? await readProposalEtag(em, id) : undefined
  return {
    status: 202,
    etag,
    body: {
      ...answer,
      ...(repeated ? withoutItself(preview as BesideProposed, id) : preview),
      message: `${label} proposed.`,
      etag,
      warnings: answer.warnings ?? [],
      proposal: { id, status, expires_at, url: proposalUrl(PUBLIC_URL, id) },
      ...(repeated && { repeated }),
      ...(earlier && { earlier }),
      next: afterProposal + (earlier ? afterEarlier(earlier) : ''),
    },
  }
}

type BesideProposed = { similar?: SimilarRecord[]; results?: BesideProposed[] }

// A write that is proposed already is similar to its own proposal.
function withoutItself(preview: BesideProposed, id: number): BesideProposed {
  const { similar, results } = preview
  return {
    ...preview,
    ...(similar && { similar: similar.filter((record) => record.kind !== 'proposal' || record.id !== id) }),
    ...(results && { results: results.map((result) => withoutItself(result, id)) }),
  }
}

type Body = OperationRequest['body']

function requestOf({ method, routeOptions, url, params, body }: FastifyRequest): OperationRequest {
  const { operation } = routeOptions.config
  if (!operation) throw new Error(`The route ${method} ${routeOptions.url} declares no operation.`)
  const [name] = Object.values(params as Record<string, Parameters<typeof keyOfName>[0]>)
  const key = name === undefined ? null : keyOfName(name)
  return { operation, method, path: pathOf(url), key, body: (body ?? {}) as Body }
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
    const { unstored, results: shown } = unstoredResults(results)
    return { label: 'Batch', records, unstored, preview: { results: shown, ...beside } }
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
export type Shown = Pick<OperationResult, 'operation' | 'status'> &
  Partial<Pick<OperationResult, 'ref'>> & { [name: string]: unknown }

type StoredResult = { id: number; tasks?: { id: number; product_decision_id: number }[] }

/** Returns the results of operations that are not stored, and the records that they would create. */
export function unstoredResults(results: Shown[]) {
  const unstored = new UnstoredRecords()
  for (const [index, shown] of results.entries()) {
    const { kind } = operations[shown.operation]
    const { status, ref = null } = shown
    unstored.add({ kind, status, ref, record: shown[answerKeys(kind).one] as WrittenRow }, index)
  }
  const shown = results.map((result) => withoutEachOther(withoutIds(result), unstored))
  return { unstored, results: unstored.replaceIds(shown) }
}

// What the batch would create is not beside its records.
function withoutEachOther(result: Shown, unstored: UnstoredRecords): Shown {
  const { similar, open_here } = result as { similar?: SimilarRecord[]; open_here?: { id: number }[] }
  return {
    ...result,
    ...(similar && { similar: similar.filter(({ kind, id }) => !unstored.find(kind, id)) }),
    ...(open_here && { open_here: open_here.filter(({ id }) => !unstored.find('signal', id)) }),
  }
}

/** Returns the result of an operation that is not stored: a record that it would create has no id, nor have its tasks. */
function withoutIds(answer: Shown): Shown {
  const { one } = answerKeys(operations[answer.operation].kind)
  if (answer.status !== 201) return { ...answer, etag: undefined }
  const { id: _, tasks, ...record } = answer[one] as StoredResult
  const nested = tasks?.map(({ id: _, product_decision_id: __, ...task }) => task)
  return { ...answer, etag: undefined, [one]: { ...record, ...(nested && { tasks: nested }) } }
}
