import { z } from 'zod'
import { PortfolioChangeQuery, readPortfolioChanges } from '../../src/portfolio/changes.ts'
import { countFittingRows } from '../size-limit.ts'
import { tool } from '../tool.ts'

const { since, after, actor, entity, limit } = PortfolioChangeQuery.shape

export const listChangesTool = tool({
  name: 'list_changes',
  title: 'List changes',
  description:
    'Changes of records, oldest first: who changed which fields from what to what. Save next_cursor and send it as since to get only newer changes.',
  input: z.strictObject({
    since: since.describe('next_cursor of a previous answer'),
    after: after.describe('Time, RFC 3339'),
    actor: actor.describe('Such as portfolio_token:7'),
    entity,
    limit: limit.describe(''),
  }),
  async find({ reads }, query) {
    const { read } = await reads()
    let { changes, ...position } = await readPortfolioChanges(read, query)
    // next_cursor points past the last change of a page: if not all changes fit, a shorter page is read.
    for (;;) {
      const limit = countFittingRows({ server: position, stored: { changes } }, 'changes')
      if (limit === changes.length) break
      ;({ changes, ...position } = await readPortfolioChanges(read, { ...query, limit }))
    }
    const { has_more, next_cursor } = position
    return {
      server: position,
      stored: { changes },
      next: () =>
        has_more
          ? `There are more changes. Call list_changes again with since=${next_cursor} and the same filters.`
          : undefined,
    }
  },
})
