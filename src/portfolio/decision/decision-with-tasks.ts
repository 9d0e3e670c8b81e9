import { z } from 'zod'
import { NamedUser } from '../../access/user.ts'
import { atLeastOne } from '../../record/rules/at-least-one.ts'
import { shownEvidence } from '../evidence/field.ts'
import { placeReferences, placeSlugs } from '../place/references.ts'
import { NestedTask, Task } from '../task/task.ts'
import { newDecisionSettable, StoredDecision } from './decision.ts'
import { Expectation } from './expectation.ts'

/** The most tasks that are created with a decision. */
export const maxTasks = 20

/** A decision with its tasks, as answers show it. */
export const Decision = StoredDecision.extend({
  ...placeSlugs,
  ...shownEvidence,
  expected: z.array(Expectation),
  owner_user: NamedUser,
  tasks: z.array(Task),
})
export type Decision = z.output<typeof Decision>

/** A task of a decision that a dry run would create. */
export const DecisionDryRunTask = Task.omit({ id: true, product_decision_id: true })

/** A decision that a dry run would create: neither it nor its tasks have an id. */
export const DecisionDryRun = Decision.omit({ id: true }).extend({ tasks: z.array(DecisionDryRunTask) })

/**
 * Body that creates a decision about a product, an app or a direction. Its tasks are stored in the same transaction.
 */
export const NewDecision = atLeastOne(
  z.strictObject({
    ...placeReferences,
    ...newDecisionSettable.required({
      title: true,
      decision_type: true,
      owner: true,
      decision: true,
      review_at: true,
    }).shape,
    tasks: z.array(NestedTask).max(maxTasks).optional(),
  }),
  'product_slug',
  'product_id',
  'app_slug',
  'app_id',
  'direction_slug',
  'direction_id',
).meta({
  examples: [
    {
      product_slug: 'PRODUCT-SLUG',
      title: 'Double the advertising budget',
      decision_type: 'scale',
      owner: 'Anna',
      decision: 'Spend 2,000 a month until February',
      rationale: 'It paid back in October',
      review_at: '2027-02-01',
      expected: [{ metric: 'clicks', direction: 'up', at_least: 20, by: '2027-01-31' }],
      tasks: [{ title: 'Agree the budget', priority: 'high', owner: 'Boris' }],
    },
  ],
})
export type NewDecision = z.output<typeof NewDecision>
