import { z } from 'zod'
import { Change, ChangeQuery } from '../../src/journal/feed.ts'
import { readPortfolioChanges } from '../../src/portfolio/changes.ts'
import { commonAnswerFields } from '../answer-fields.ts'
import { countFittingRows } from '../size-limit.ts'
import { tool } from '../tool.ts'

const { since, limit } = ChangeQuery.shape

export const changeTool = tool({
  name: 'list_changes',
  title: 'List changes',
  description:
    'Changes of records, oldest first: who changed which fields. Save next_cursor and send it as since to get only newer changes. Every change is returned at least once.',
  input: z.strictObject({
    since: since.describe('next_cursor of a previous answer'),
    limit: limit.describe(''),
  }),
  output: z.strictObject({
    ...commonAnswerFields,
    changes: z.array(Change),
    next_cursor: z.string(),
    has_more: z.boolean(),
  }),
  async find({ reads }, query) {
    const { read } = await reads()
    let { changes, ...position } = await readPortfolioChanges(read, query)
    // next_cursor points behind the last change of a page: if not all changes fit, a shorter page is read.
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
        has_more ? `There are more changes. Call list_changes again with since=${next_cursor}.` : undefined,
    }
  },
})
