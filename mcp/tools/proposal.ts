import { z } from 'zod'
import type { Caller } from '../../src/access/caller.ts'
import type { Read } from '../../src/database/read.ts'
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
  'title',
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
    'Writes that wait for a person (pending, the default) or were decided on, newest first. rules_to_approve bind no one until an admin approves them. Look here before you propose again.',
  input: z.strictObject({
    status: status.default('pending'),
    mine: mine.describe(''),
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
    const others = query.status === 'pending' ? await othersSentence(read, query, caller) : undefined
    return {
      server: { ...(page.total !== null && { total: page.total }) },
      stored: {
        proposals: page.rows.map((row) => proposalView.render(row, { full })),
        rules_to_approve: rules.map(({ id, title, scope }) => ({ id, title, scope })),
      },
      ...(full && { maxTextBytes: fullTextBytes }),
      next: ({ proposals: shown = 0 }) =>
        [nextPage('list_proposals', page, query.offset, shown), others].filter(Boolean).join(' '),
    }
  },
})

const otherStatuses = ['changes_wanted', 'decided'] as const

// The default leaves these out, and an agent that looks for its own proposals must not miss them.
async function othersSentence(
  read: Read,
  { mine, kind, product_slug }: Pick<ProposalQuery, 'mine' | 'kind' | 'product_slug'>,
  caller: Caller | undefined,
): Promise<string | undefined> {
  const first = { mine, kind, product_slug, limit: 1, offset: 0, with_total: false }
  const counts: string[] = []
  for (const status of otherStatuses) {
    const { total } = await listProposals(read, { ...first, status }, caller?.credential ?? '')
    if (total !== 0) counts.push(`${total ?? 'more than 1000'} with status=${status}`)
  }
  if (counts.length === 0) return undefined
  return `These are pending. Others${mine ? ' of yours' : ''}: ${counts.join(', ')}. Call list_proposals again with that status.`
}
