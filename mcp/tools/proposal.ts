import { z } from 'zod'
import { listUnapprovedRules } from '../../src/portfolio/canon-rule/read.ts'
import { listProposals, Proposal, ProposalQuery } from '../../src/portfolio/proposal/read.ts'
import { fullArgument, pagingArguments, productSlugArgument } from '../argument.ts'
import { nextPage } from '../list-tool.ts'
import { fullTextBytes } from '../size-limit.ts'
import { rejectUnknownSlugs } from '../suggestions.ts'
import { tool } from '../tool.ts'
import { view } from '../view.ts'

const proposalView = view(
  Proposal,
  'id',
  'status',
  'operation',
  'target',
  'reason',
  'rules',
  'product_slug',
  'proposed_by',
  'created_at',
  'expires_at',
  'decided_at',
  'decision_note',
  'result',
  'conflicts',
)

const { status, mine, kind } = ProposalQuery.shape

export const listProposalsTool = tool({
  name: 'list_proposals',
  title: 'List proposals',
  description:
    'Writes that wait for a person (status pending, the default), or were decided on, newest first; rules_to_approve are rules that bind nobody until an admin approves them. You cannot approve. Look here before you propose again.',
  input: z.strictObject({
    status: status.default('pending'),
    mine: mine.describe('Only yours'),
    kind: kind.describe(''),
    product_slug: productSlugArgument,
    ...pagingArguments,
    full: fullArgument,
  }),
  // The answer to `mine` depends on the caller.
  cacheable: false,
  async find({ reads }, { full, ...query }, caller) {
    const { read } = await reads()
    const page = await listProposals(read, { with_total: false, ...query }, caller?.credential ?? '')
    if (page.rows.length === 0) await rejectUnknownSlugs(read, query)
    const rules = await listUnapprovedRules(read, { product_slug: query.product_slug })
    return {
      server: { ...(page.total !== null && { total: page.total }) },
      stored: {
        proposals: page.rows.map((row) => proposalView.render(row, { full })),
        rules_to_approve: rules.map(({ id, title, scope }) => ({ id, title, scope })),
      },
      ...(full && { maxTextBytes: fullTextBytes }),
      next: ({ proposals: shown = 0 }) => nextPage('list_proposals', page, query.offset, shown),
    }
  },
})
