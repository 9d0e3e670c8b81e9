import { z } from 'zod'
import { Change, ChangeQuery } from '../../src/journal/feed.ts'
import { readPortfolioChanges } from '../../src/portfolio/kinds.ts'
import { commonAnswer } from '../argument.ts'
import { fitting } from '../fit.ts'
import { tool } from '../tool.ts'

const { since, limit } = ChangeQuery.shape

export const changeTool = tool({
  name: 'list_changes',
  title: 'List changes',
  description:
    'What changed, oldest first, by whom, and in which fields. Keep next_cursor and send it as since to hear only of what is new; every change comes at least once.',
  input: z.strictObject({
    since: since.describe('The next_cursor of an earlier answer'),
    limit: limit.describe(''),
  }),
  output: z.strictObject({
    ...commonAnswer,
    changes: z.array(Change),
    next_cursor: z.string(),
    has_more: z.boolean(),
  }),
  async find({ reads }, query) {
    const { read } = await reads()
    let told = await readPortfolioChanges(read, query)
    // A cursor stands behind the last change told: what has no room is read again as a shorter page.
    for (let room = fitting(told, 'changes'); room < told.changes.length; room = fitting(told, 'changes'))
      told = await readPortfolioChanges(read, { ...query, limit: room })
    return {
      content: told,
      next: () =>
        told.has_more ? `There is more. Call list_changes again with since=${told.next_cursor}.` : undefined,
    }
  },
})
