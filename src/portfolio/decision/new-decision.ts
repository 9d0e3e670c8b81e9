import { z } from 'zod'
import { atLeastOne } from '../../record/at-least-one.ts'
import { placeSlugs } from '../place/fields.ts'
import { productReference } from '../place/references.ts'
import { NestedTask, Task } from '../task/task.ts'
import { decisionSettable, StoredDecision } from './decision.ts'

const maxTasks = 20

/** A decision with its tasks, as answers show it. */
export const Decision = StoredDecision.extend({ product_slug: placeSlugs.product_slug, tasks: z.array(Task) })
export type Decision = z.output<typeof Decision>

/** Body that creates a decision. Its tasks are stored in the same transaction. */
export const NewDecision = atLeastOne(
  z.strictObject({
    ...productReference,
    ...decisionSettable.required({
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
).meta({
  examples: [
    {
      product_slug: 'skaner-qr',
      title: 'Double the advertising budget',
      decision_type: 'scale',
      owner: 'Anna',
      decision: 'Spend 2,000 a month until February',
      rationale: 'It paid back in October',
      review_at: '2027-02-01',
      tasks: [
        { title: 'Agree the budget', priority: 'high' },
        { title: 'Draw new screenshots', owner: 'Boris' },
      ],
    },
  ],
})
export type NewDecision = z.output<typeof NewDecision>
