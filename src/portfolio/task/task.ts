import { defineEntity, p } from '@mikro-orm/core'
import { z } from 'zod'
import { NamedUser } from '../../access/user.ts'
import { sqlText } from '../../database/tables.ts'
import { baseFields, serverFields, Timestamp } from '../../record/base-fields.ts'
import { dayColumn, timestampColumn } from '../../record/column.ts'
import { columns, field, rules } from '../../record/field.ts'
import { atLeastOne } from '../../record/rules/at-least-one.ts'
import { day } from '../../record/rules/day.ts'
import { translations } from '../../record/rules/description.ts'
import { enumOf, values } from '../../record/rules/enumeration.ts'
import { Id, Reference } from '../../record/rules/id.ts'
import { toInteger } from '../../record/rules/integer.ts'
import { prose } from '../../record/rules/prose.ts'
import { nullable, rule } from '../../record/rules/rule.ts'
import { trim } from '../../record/rules/text.ts'
import { trigramIndex } from '../../record/text-search.ts'
import { decisions } from '../decision/decision.ts'
import { Delegate, delegation } from '../delegation/delegate.ts'
import { evidence, evidenceChange, evidenceList, shownEvidence, storesEvidence } from '../evidence/field.ts'
import { kinds } from '../kinds.ts'
import { placeReferences, placeSlugs, unplaced } from '../place/references.ts'
import { place } from '../place-columns.ts'
import { searchColumn, searchIndex } from '../search/column.ts'
import { productIndex, titleStems } from '../similar/column.ts'
import { isUnfinished, taskUrgency, urgencyIndex } from '../urgency.ts'
import { priorities, priorityAliases, taskStatuses } from '../vocabulary.ts'
import { Claim } from './claim.ts'

const Blocker = rule(
  // A string of digits is an id, never a text.
  (value) => toInteger(trim(value)),
  z.union([prose(255), Reference, z.null()]),
)
  .describe('What blocks the task: the id of another task, or the reason in words')
  .register(translations, { ru: 'Что мешает задаче: ID другой задачи или причина словами' })

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
  title: field(prose(255), p.text()),
  owner: field(nullable(prose(255)), p.text().strictNullable().default(null)),
  ...delegation,
  status: field(enumOf(taskStatuses), p.enum(values(taskStatuses)).default('open')),
  priority: field(enumOf(priorities, priorityAliases), p.enum(values(priorities)).default('medium')),
  due_at: field(nullable(day), dayColumn().strictNullable().default(null)),
  note: field(nullable(prose(5000)), p.text().strictNullable().default(null)),
  blocked_by: field(Blocker, p.json<number | string>().strictNullable().default(null)),
  done_at: field(Timestamp.nullable(), timestampColumn().strictNullable().default(null)),
  ...evidence,
}

/** A task of a decision, a product, an app or a direction. */
export const tasks = defineEntity({
  name: 'task',
  tableName: kinds.task.table,
  properties: {
    ...columns(fields),
    ...searchColumn(kinds.task),
    ...titleStems(kinds.task),
    // The database checks with it that the task in `blocked_by` exists.
    // biome-ignore lint/suspicious/noExplicitAny: the type of a table cannot refer to the table itself
    blocked_by_id: (): any =>
      p
        .manyToOne(tasks)
        .mapToPk()
        .fieldName('blocked_by_id')
        .foreignKeyName('tasks_blocked_by_foreign')
        .deleteRule('no action')
        .strictNullable()
        .generated(
          `(case jsonb_typeof(blocked_by) when 'number' then blocked_by::bigint else null end) stored`,
        )
        .hidden(),
  },
  checks: [{ name: 'tasks_blocked_by_check', expression: '"blocked_by_id" <> "id"' }],
  triggers: [storesEvidence('tasks', 'task')],
  indexes: [
    searchIndex(kinds.task, 'product_id'),
    { name: 'tasks_decision', properties: ['product_decision_id', 'id'] },
    productIndex(kinds.task),
    { name: 'tasks_direction', properties: ['direction_id', 'id'] },
    { name: 'tasks_app', properties: ['app_id', 'id'] },
    {
      name: 'tasks_blocked_by',
      expression: `create index "tasks_blocked_by" on "tasks" ("blocked_by_id") where "blocked_by_id" is not null`,
    },
    { name: 'tasks_done', properties: ['done_at'] },
    { name: 'tasks_due', properties: ['status', 'due_at'] },
    {
      name: 'tasks_urgent',
      expression: `create index "tasks_urgent" on "tasks" ("due_at")
        where "priority" in ('high', 'critical') and ${sqlText(isUnfinished())}`,
    },
    {
      name: 'tasks_owner',
      expression: `create index "tasks_owner" on "tasks" (lower("owner" collate "und-x-icu"), "id")`,
    },
    {
      name: 'tasks_delegate',
      expression: `create index "tasks_delegate" on "tasks" ("delegate_token_id", "id") where "delegate_token_id" is not null`,
    },
    {
      name: 'tasks_active',
      expression: `create index "tasks_active" on "tasks" ("id") where "status" in ('open', 'in-progress')`,
    },
    urgencyIndex('tasks', taskUrgency),
    trigramIndex('tasks', 'title'),
  ],
})
export const StoredTask = z.object(rules(fields))
export type StoredTask = z.output<typeof StoredTask>

declare module '../../database/tables.ts' {
  interface Tables {
    tasks: StoredTask
  }
}

/** A task, as answers show it. */
export const Task = StoredTask.extend({
  ...placeSlugs,
  ...shownEvidence,
  owner_user: NamedUser,
  delegate: Delegate,
  claim: Claim.nullable(),
})
export type Task = z.output<typeof Task>

const settable = StoredTask.omit({
  ...serverFields,
  ...unplaced,
  product_decision_id: true,
  done_at: true,
}).partial()

/** A task inside a new decision. It gets the decision's product. */
export const NestedTask = z.strictObject({
  ...settable.required({ title: true }).shape,
  // Its own schema, because the write guide lists an enumeration once for each schema.
  evidence: evidenceList().optional(),
})

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
      product_slug: 'PRODUCT-SLUG',
      title: 'Answer the reviews of last week',
      owner: 'Anna',
      priority: 'high',
      due_at: '2026-12-01',
    },
  ],
})
export type NewTask = z.output<typeof NewTask>

/** Body that changes a task. Its decision, product, app and direction are fixed. */
export const TaskChange = z
  .strictObject({ ...settable.shape, ...evidenceChange })
  .meta({ examples: [{ status: 'done', note: 'Released in version 4.2.' }] })
export type TaskChange = z.output<typeof TaskChange>
