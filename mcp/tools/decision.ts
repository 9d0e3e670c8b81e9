import { z } from 'zod'
import { DecisionQuery, listDecisions } from '../../src/portfolio/decision/read.ts'
import { appSlugArgument, recordListArguments } from '../argument.ts'
import { listTool } from '../list-tool.ts'
import { decisionView } from '../record-views.ts'

const { status, owner, review_before, overdue } = DecisionQuery.shape

export const listDecisionsTool = listTool({
  name: 'list_decisions',
  title: 'List decisions',
  description:
    'Decisions about products, apps and directions, newest first, with owner, review date and tasks. Read them before you record one.',
  key: 'decisions',
  view: decisionView,
  input: z.strictObject({
    ...recordListArguments,
    app_slug: appSlugArgument,
    status,
    owner: owner.describe(''),
    review_before: review_before.describe(''),
    overdue: overdue.describe('Review due before today'),
  }),
  list: listDecisions,
})
