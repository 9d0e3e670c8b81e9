import type { EntityManager } from '@mikro-orm/postgresql'
import { type Actor, companyDay, writingDay, zoneOf } from '../../access/actor.ts'
import { readAside, readInTransaction } from '../../database/read.ts'
import type { SentFields } from '../../journal/save.ts'
import { inSequence, phrase } from '../../language/phrase.ts'
import { invalid } from '../../record/fault.ts'
import { lockLinks, lockRecord, type Precondition } from '../../record/lock-record.ts'
import { dayIn } from '../../record/time-zone.ts'
import { invalidBecause } from '../../record/validation/messages.ts'
import { pastDays, type Warning } from '../../record/warning.ts'
import { change, create, createAll } from '../gate/save.ts'
import { operationsOf } from '../operation.ts'
import { locate, resolve, splitPlace } from '../place/resolve.ts'
import { besideFact } from '../similar/fact.ts'
import { tasks } from '../task/task.ts'
import { checkBlocker, derivedFrom, taskWarnings } from '../task/waiting.ts'
import { finishedStatuses } from '../urgency.ts'
import { DecisionChange, type DecisionRestoration, decisions, type StoredDecision } from './decision.ts'
import { NewDecision } from './decision-with-tasks.ts'
import { expectationsOf, requirePassed } from './expectation-writes.ts'
import { contradictionOf, judgementOf, removedNote } from './judgement.ts'
import { measureExpectations } from './measure.ts'
import { readDecision } from './read.ts'

/**
 * Creates a decision about a product, an app or a direction, with its tasks. A task belongs to the same place, and
 * without an owner gets the owner of the decision.
 */
export async function createDecision(em: EntityManager, actor: Actor, input: NewDecision) {
  const { tasks: nested = [], expected: entries = [], ...body } = input
  const { place: named, values } = splitPlace(body)
  const { place, warnings } = await locate(em, { ...named, evidence: values.evidence, tasks: nested })
  const day = companyDay(actor)
  const expectations = await expectationsOf(em, entries, { ...place, day, expected: [] }, day)
  const { expected } = expectations
  const beside = await besideFact(readAside(em), 'decision', values, place)
  const stored = { ...values, ...place, expected }
  const decision = await create(em, actor, decisions, stored, Object.keys(input))
  const drafts = nested.map((task) => ({
    values: {
      ...task,
      owner: task.owner ?? decision.owner,
      ...derivedFrom(task),
      product_decision_id: decision.id,
      ...place,
    },
    fields: Object.keys(task),
  }))
  const created = await createAll(em, actor, tasks, drafts, 'decision')
  for (const [index, task] of created.entries()) await checkBlocker(em, task, `tasks.${index}.blocked_by`)
  return {
    record: await readDecision(readInTransaction(em), decision.id),
    ...beside,
    warnings: [
      ...warnings,
      ...expectations.warnings,
      ...pastDays(values, ['review_at'], writingDay(actor)),
      ...nested.flatMap((task, index) => taskWarnings(task, writingDay(actor), `tasks.${index}.`)),
    ],
  }
}

const maxNamedTasks = 10

/** Changes a decision: its status, owner, review date, evidence, expectations, outcome or texts. */
export async function changeDecision(
  em: EntityManager,
  actor: Actor,
  id: number,
  input: DecisionChange,
  precondition: Precondition,
) {
  const { expected: entries, ...others } = input
  return saveDecision(em, actor, id, others, precondition, async (decision) => {
    const day = dayIn(zoneOf(actor), decision.created_at)
    const { expected = decision.expected, warnings = [] } = entries
      ? await expectationsOf(em, entries, { ...decision, day }, companyDay(actor))
      : {}
    const values = { ...others, expected, ...judgementOf(others, decision, actor) }
    return { values, fields: Object.keys(input), warnings }
  })
}

/**
 * Sets values of a decision back. Its expectations are those of that time, with their numbers, and its status is set only
 * if it is among the values.
 */
export async function restoreDecision(
  em: EntityManager,
  actor: Actor,
  id: number,
  input: DecisionRestoration,
  precondition: Precondition,
) {
  const { judged_at, judged_by, ...others } = input
  return saveDecision(em, actor, id, others, precondition, async (decision) => {
    if (input.expected) requirePassed(input.expected, decision.expected, companyDay(actor))
    const { status } = decision
    const isJudged = input.outcome && judged_at && judged_by
    const values = {
      ...others,
      ...judgementOf({ status, ...input }, decision, actor),
      ...(isJudged && { judged_at, judged_by }),
    }
    return { values, fields: Object.keys(input), warnings: [] }
  })
}

type Saved = { values: Partial<StoredDecision>; fields: SentFields; warnings: Warning[] }

async function saveDecision(
  em: EntityManager,
  actor: Actor,
  id: number,
  input: Omit<DecisionChange, 'expected'>,
  precondition: Precondition,
  savedOf: (decision: StoredDecision) => Promise<Saved>,
) {
  const { evidence = [] } = input
  const resolved = await resolve(em, { evidence })
  await lockLinks(em, 'decision', input)
  const decision = await lockRecord(em, decisions, { id })
  await precondition()
  const own = evidence.findIndex((item) => item.type === 'decision' && item.id === id)
  if (own >= 0)
    throw invalid({
      [`evidence.${own}.id`]: invalidBecause(`evidence.${own}.id`, phrase('reference.decisionRestsOnItself')),
    })
  const { values, fields, warnings } = await savedOf(decision)
  const ofNote = removedNote(input, decision)
  await change(em, actor, decision, values, fields)
  await em.flush()
  const ofTasks = input.status === 'cancelled' ? await openTasks(em, id) : []
  const record = await readDecision(readInTransaction(em), id)
  const measured = input.outcome ? await measureExpectations(readAside(em), [record], zoneOf(actor)) : []
  return {
    record,
    warnings: [
      ...resolved.warnings,
      ...warnings,
      ...ofNote,
      ...contradictionOf(input.outcome, measured.flat()),
      ...pastDays(input, ['review_at'], writingDay(actor)),
      ...ofTasks,
    ],
  }
}

// Its tasks are not cancelled with a decision, so that none is lost unseen.
async function openTasks(em: EntityManager, product_decision_id: number): Promise<Warning[]> {
  const open = await em.find(
    tasks,
    { product_decision_id, status: { $nin: [...finishedStatuses] } },
    { fields: ['title'], orderBy: { id: 'asc' }, limit: maxNamedTasks },
  )
  if (open.length === 0) return []
  const named = open.map(({ id, title }) => phrase('warning.namedRecord', { id, title }))
  return [{ field: 'status', message: phrase('warning.openTasks', { tasks: inSequence(named, ', ') }) }]
}

/** The operations of the write API on decisions. */
export const decisionOperations = operationsOf('decision', {
  record_decision: {
    action: 'create',
    body: NewDecision,
    summary: 'Record a decision about a product, an app or a direction, with its tasks',
    description:
      'Its tasks are stored with it, about the same product, app or direction. If clicks, a rating or a position shall change, state that in expected: it is measured.',
    run: createDecision,
  },
  change_decision: {
    action: 'change',
    body: DecisionChange,
    summary: 'Update a decision',
    description:
      'Judge a decision by outcome, with outcome_note, once the day of its expectations has passed: list_decisions with verdict_due=1 has those that wait, get_record what was measured. It sets the status reviewed unless you send one; null takes it back. In expected send each whose day has passed as it is.',
    run: changeDecision,
  },
})
