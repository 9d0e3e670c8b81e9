import { z } from 'zod'
import { readInTransaction } from '../../src/database/read.ts'
import { withdrawProposal } from '../../src/portfolio/proposal/decide.ts'
import {
  listProposals,
  Proposal,
  ProposalDetail,
  ProposalQuery,
  showProposal,
} from '../../src/portfolio/proposal/read.ts'
import { idKey } from '../routes/resource.ts'
import { WriteQuery } from '../routes/run-write.ts'
import { respondAction } from '../routes/write.ts'
import type { Server } from '../server/server.ts'
import { proposalAddress, proposalUrl } from './held-write.ts'
import { listBody, listResponse, message } from './response.ts'

const url = { url: proposalAddress }
const Listed = Proposal.extend(url)
const Shown = ProposalDetail.extend(url)
const tags = ['Proposals']

/** Registers the routes of proposals. None of them approves or rejects one: a person does that in the web interface. */
export function proposalRoutes(app: Server): void {
  const { PUBLIC_URL } = app.config
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
      const page = await listProposals(app.read, request.query, request.caller?.credential ?? '')
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
        response: { 200: z.object({ message, proposal: Shown }) },
      },
    },
    async ({ params }) => ({
      message: 'Proposal found.',
      proposal: withUrl(await showProposal(app.read, idKey.from(params))),
    }),
  )

  app.post(
    '/proposals/:id/withdraw',
    {
      schema: {
        operationId: 'withdrawProposal',
        tags,
        summary: 'Withdraw a proposal of your token',
        params: idKey.params,
        querystring: WriteQuery,
        response: { 200: z.object({ message, proposal: Shown, dry_run: z.literal(true).optional() }) },
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
