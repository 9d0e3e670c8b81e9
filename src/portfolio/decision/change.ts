import type { EntityManager } from '@mikro-orm/postgresql'
import { type Actor, writingDay } from '../../access/actor.ts'
import { readInTransaction } from '../../database/read.ts'
import { invalid } from '../../record/fault.ts'
import { lockLinks } from '../../record/lock-links.ts'
import { lockRecord } from '../../record/lock-record.ts'
import type { Precondition } from '../../record/precondition.ts'
import { pastDays, type Warning } from '../../record/warning.ts'
import { change } from '../gate/save.ts'
import { resolve } from '../place/resolve.ts'
import { finishedStatuses } from '../task/status.ts'
import { tasks } from '../task/task.ts'
import { type DecisionChange, decisions } from './decision.ts'
import { readDecision } from './read.ts'

const maxNamedTasks = 10

/** Changes a decision: its status, owner, review date, evidence or texts. */
export async function changeDecision(
  em: EntityManager,
  actor: Actor,
  id: number,
  input: DecisionChange,
  precondition: Precondition,
) {
  const { evidence = [] } = input
  await resolve(em, { evidence })
  await lockLinks(em, 'decision', input)
  const decision = await lockRecord(em, decisions, { id })
  await precondition()
  const own = evidence.findIndex((item) => item.type === 'decision' && item.id === id)
  if (own >= 0)
    throw invalid({
      [`evidence.${own}.id`]: `The selected evidence.${own}.id is invalid. A decision cannot rest on itself.`,
    })
  await change(em, actor, decision, input)
  await em.flush()
  const warnings = pastDays(input, ['review_at'], writingDay(actor))
  if (input.status === 'cancelled') warnings.push(...(await openTasks(em, id)))
  return { record: await readDecision(readInTransaction(em), id), warnings }
}

// Its tasks are not cancelled with a decision, so that none is lost unseen.
async function openTasks(em: EntityManager, product_decision_id: number): Promise<Warning[]> {
  const open = await em.find(
    tasks,
    { product_decision_id, status: { $nin: [...finishedStatuses] } },
    { fields: ['title'], orderBy: { id: 'asc' }, limit: maxNamedTasks },
  )
  if (open.length === 0) return []
  const titles = open.map(({ id, title }) => `${id} "${title}"`).join(', ')
  return [{ field: 'status', message: `Tasks of the cancelled decision are still open: ${titles}.` }]
}
