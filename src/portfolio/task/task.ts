import { defineEntity, p } from '@mikro-orm/core'
import { z } from 'zod'
import { atLeastOne } from '../../record/at-least-one.ts'
import { baseFields, serverFields, Timestamp } from '../../record/base-fields.ts'
import { dayColumn, timestampColumn } from '../../record/column.ts'
import { day } from '../../record/day.ts'
import { enumOf, values } from '../../record/enumeration.ts'
import { columns, field, rules } from '../../record/field.ts'
import { Id, Reference } from '../../record/id.ts'
import { nullable } from '../../record/rule.ts'
import { text } from '../../record/text.ts'
import { decisions } from '../decision/decision.ts'
import { place, placeReferences, placeSlugs, unplaced } from '../place/fields.ts'
import { priorities, priorityAliases, taskStatuses } from '../vocabulary.ts'

const fields = {
  ...baseFields,
  product_decision_id: field(
    Id.nullable(),
    p
      .manyToOne(decisions)
      .mapToPk()
      .fieldName('product_decision_id')
      .deleteRule('no action')
      .strictNullable(),
  ),
  ...place,
  title: field(text(255), p.text()),
  owner: field(nullable(text(255)), p.text().strictNullable().default(null)),
  status: field(enumOf(taskStatuses), p.enum(values(taskStatuses)).default('open')),
  priority: field(enumOf(priorities, priorityAliases), p.enum(values(priorities)).default('medium')),
  due_at: field(nullable(day), dayColumn().strictNullable().default(null)),
  done_at: field(Timestamp.nullable(), timestampColumn().strictNullable().default(null)),
}

/** A task of a decision, a product, an app or a direction. */
export const tasks = defineEntity({
  name: 'task',
  tableName: 'tasks',
  properties: columns(fields),
  indexes: [
    { name: 'tasks_decision', properties: ['product_decision_id', 'id'] },
    { name: 'tasks_product', properties: ['product_id', 'id'] },
    { name: 'tasks_direction', properties: ['direction_id', 'id'] },
    { name: 'tasks_app', properties: ['app_id', 'id'] },
    { name: 'tasks_done', properties: ['done_at'] },
    { name: 'tasks_due', properties: ['status', 'due_at'] },
    {
      name: 'tasks_search',
      expression: 'create index "tasks_search" on "tasks" using gin ("title" gin_trgm_ops)',
    },
  ],
})
export const StoredTask = z.object(rules(fields))
export type StoredTask = z.output<typeof StoredTask>

/** A task, as answers show it. */
export const Task = StoredTask.extend(placeSlugs)
export type Task = z.output<typeof Task>

const settable = StoredTask.omit({
  ...serverFields,
  ...unplaced,
  product_decision_id: true,
  done_at: true,
}).partial()

/** A task inside a new decision. It gets the decision's product. */
export const NestedTask = z.strictObject(settable.required({ title: true }).shape)

/** Body that creates a task: a title, and the decision, product, app or direction. */
export const NewTask = atLeastOne(
  z.strictObject({
    product_decision_id: nullable(Reference).optional(),
    ...placeReferences,
    ...settable.required({ title: true }).shape,
  }),
  'product_decision_id',
  'product_slug',
  'product_id',
  'app_slug',
  'app_id',
  'direction_slug',
  'direction_id',
).meta({
  examples: [
    {
      product_slug: 'skaner-qr',
      title: 'Answer the reviews of last week',
      owner: 'Anna',
      priority: 'high',
      due_at: '2026-12-01',
    },
  ],
})
export type NewTask = z.output<typeof NewTask>

/** Body that changes a task. Its decision, product, app and direction are fixed. */
export const TaskChange = z.strictObject(settable.shape).meta({ examples: [{ status: 'done' }] })
export type TaskChange = z.output<typeof TaskChange>
