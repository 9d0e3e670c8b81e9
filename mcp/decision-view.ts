import { z } from 'zod'
import { Decision } from '../src/portfolio/decision/decision-with-tasks.ts'
import type { Chain } from '../src/portfolio/evidence/chain.ts'
import { Task } from '../src/portfolio/task/task.ts'
import { type View, view } from './view.ts'

const maxChainBytes = 3000

/** Returns the chain of a decision as an answer shows it: within a size limit, with the number of records left out. */
export function chainFields(chain: Chain) {
  let free = maxChainBytes
  let leftOut = 0
  const fits = (link: object) => {
    free -= Buffer.byteLength(JSON.stringify(link))
    if (free < 0) leftOut++
    return free >= 0
  }
  const shown = Object.entries(chain).map(([name, links]) => [name, links.filter(fits)])
  return { chain: Object.fromEntries(shown), ...(leftOut > 0 && { chain_not_shown: leftOut }) }
}

const TaskOfDecision = Task.pick({
  id: true,
  title: true,
  status: true,
  priority: true,
  owner: true,
  delegate: true,
  claim: true,
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
  'created_by',
  'evidence',
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
