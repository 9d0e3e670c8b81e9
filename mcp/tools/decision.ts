import { z } from 'zod'
import { Decision } from '../../src/portfolio/decision/decision-with-tasks.ts'
import { DecisionQuery, listDecisions } from '../../src/portfolio/decision/read.ts'
import type { Chain } from '../../src/portfolio/evidence/chain.ts'
import { Task } from '../../src/portfolio/task/task.ts'
import { appSlugArgument, recordListArguments } from '../argument.ts'
import { chainFields } from '../decision-chain.ts'
import { listTool } from '../list-tool.ts'
import { type View, view } from '../view.ts'

const TaskOfDecision = Task.pick({
  id: true,
  title: true,
  status: true,
  priority: true,
  owner: true,
  due_at: true,
  blocked_by: true,
})
const decisionFields = view(
  Decision.extend({ tasks: z.array(TaskOfDecision) }),
  'id',
  'title',
  'decision_type',
  'status',
  'owner',
  'review_at',
  'decision',
  'product_slug',
  'direction_slug',
  'app_slug',
  'tasks',
)
const taskOfDecision = view(
  TaskOfDecision,
  ...(Object.keys(TaskOfDecision.shape) as (keyof typeof TaskOfDecision.shape)[]),
)

export const decisionView: View = {
  render(decision, options) {
    const rendered = decisionFields.render(decision, options)
    const tasks = (rendered.tasks as object[]).map((task) => taskOfDecision.render(task))
    const { chain } = decision as { chain?: Chain }
    return { ...rendered, tasks, ...(chain && chainFields(chain)) }
  },
}

const { status, owner, review_before, overdue } = DecisionQuery.shape

export const listDecisionsTool = listTool({
  name: 'list_decisions',
  title: 'List decisions',
  description:
    'Decisions about products, apps and directions, newest first, with owner, review date and tasks. Read them before you record one.',
  kind: 'decision',
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
