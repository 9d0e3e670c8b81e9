import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Actor } from '../../src/access/actor.ts'
import { readInTransaction } from '../../src/database/read.ts'
import type { EntityManager } from '../../src/database/transaction.ts'
import type { OperationResult } from '../../src/portfolio/batch/run.ts'
import { inDaysOf } from '../../src/portfolio/list/period.ts'
import { namesRecord } from '../../src/portfolio/operation.ts'
import { operations } from '../../src/portfolio/operations.ts'
import { withdrawProposal } from '../../src/portfolio/proposal/decide.ts'
import {
  listProposals,
  Proposal,
  ProposalDetail,
  ProposalQuery,
  proposalEtag,
  proposalUrl,
  showProposal,
} from '../../src/portfolio/proposal/read.ts'
import { runRevision } from '../../src/portfolio/proposal/revise.ts'
import { proposalWrites } from '../../src/portfolio/write-api/proposal-writes.ts'
import { idKey } from '../routes/resource.ts'
import { WriteQuery } from '../routes/run-write.ts'
import { respondAction } from '../routes/write.ts'
import type { Server } from '../server/server.ts'
import { dryRunResults, shownResult, shownResults } from './batch.ts'
import { ofProposal, preconditionOfProposal, proposalAddress, type Shown } from './held-write.ts'
import { context, etag, listBody, listResponse, message, writeExtras } from './response.ts'

const url = { url: proposalAddress }
const Listed = Proposal.extend(url)
const ShownProposal = ProposalDetail.extend(url)
const tags = ['Proposals']
const { revise_proposal: revision, withdraw_proposal: withdrawal } = proposalWrites

// The record has the name of its kind.
const revised = z.looseObject({ message, etag, ...writeExtras, context })

/** Registers the routes of proposals. None of them approves or rejects one: a person does that in the web interface. */
export function proposalRoutes(app: Server): void {
  const { PUBLIC_URL, TIME_ZONE } = app.config
  const withUrl = <Row extends { id: number }>(row: Row) => ({ ...row, url: proposalUrl(PUBLIC_URL, row.id) })

  app.get(
    '/proposals',
    {
      config: { readByProposers: true },
      schema: {
        operationId: 'listProposals',
        tags,
        summary: 'List the writes that wait for a person, or were decided on',
        querystring: ProposalQuery,
        response: { 200: listResponse('proposals', Listed) },
      },
    },
    async (request) => {
      const query = inDaysOf(request.query, TIME_ZONE)
      const page = await listProposals(app.read, query, request.caller?.credential ?? '')
      const rows = page.rows.map(withUrl)
      return { message: 'Proposals found.', ...listBody('proposals', request.query, { ...page, rows }) }
    },
  )

  app.get(
    '/proposals/:id',
    {
      config: { readByProposers: true },
      schema: {
        operationId: 'getProposal',
        tags,
        summary: 'Get a proposal, with the fields that others have changed since',
        params: idKey.params,
        response: { 200: z.object({ message, etag, proposal: ShownProposal }) },
      },
    },
    async ({ params }, reply) => {
      const proposal = await showProposal(app.read, idKey.from(params))
      const etag = proposalEtag(proposal)
      reply.header('etag', etag)
      return { message: 'Proposal found.', etag, proposal: withUrl(proposal) }
    },
  )

  app.put(
    '/proposals/:id',
    {
      config: { revisesProposal: true },
      schema: {
        operationId: 'reviseProposal',
        tags,
        summary: revision.summary,
        description: revision.description,
        params: idKey.params,
        querystring: WriteQuery,
        body: revision.body,
        response: { 200: revised, 202: revised.extend(ofProposal) },
      },
    },
    (request, reply) => {
      const id = idKey.from(request.params)
      const run = (em: EntityManager, actor: Actor) =>
        runRevision(em, actor, id, request.body, preconditionOfProposal(em, request, id))
      return respondAction(request, reply, run, {
        message: 'Proposal would be sent again.',
        visible: (results) => shownRevision(request, results),
        inDryRun: (answer) => revisionInDryRun(request, answer),
      })
    },
  )

  app.post(
    '/proposals/:id/withdraw',
    {
      schema: {
        operationId: 'withdrawProposal',
        tags,
        summary: withdrawal.summary,
        description: withdrawal.description,
        params: idKey.params,
        querystring: WriteQuery,
        body: withdrawal.body,
        response: {
          200: z.object({ message, proposal: ShownProposal, dry_run: z.literal(true).optional() }),
        },
      },
    },
    (request, reply) =>
      respondAction(
        request,
        reply,
        async (em, actor) => {
          const id = idKey.from(request.params)
          await withdrawProposal(em, actor, id)
          return { proposal: withUrl(await showProposal(readInTransaction(em), id)) }
        },
        {
          message: request.query.dry_run ? 'Proposal would be withdrawn.' : 'Proposal withdrawn.',
          visible: (result) => result,
        },
      ),
  )
}

// Of a batch the results, and else what the route of the operation answers.
function shownRevision(request: FastifyRequest, results: OperationResult[]): object {
  const [only] = results
  if (!only || 'operations' in (request.body as object)) return { results: shownResults(request, results) }
  const { ref: _, status: __, ...shown } = shownResult(request, only, request.body) as Shown
  return shown
}

async function revisionInDryRun(request: FastifyRequest, answer: Record<string, unknown>): Promise<object> {
  if (answer.results) return { ...answer, results: await dryRunResults(request, answer.results as Shown[]) }
  const { operation } = answer as Shown
  const status = namesRecord(operations[operation]) ? 200 : 201
  const [result] = await dryRunResults(request, [{ ...answer, operation, status }])
  return { ...result, status: undefined }
}
