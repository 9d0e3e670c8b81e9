import { defineEntity, p } from '@mikro-orm/core'
import { z } from 'zod'
import { NamedUser } from '../../access/user.ts'
import { baseFields, serverFields } from '../../record/base-fields.ts'
import { dayColumn } from '../../record/column.ts'
import { columns, field, rules } from '../../record/field.ts'
import { Named } from '../../record/named.ts'
import { day } from '../../record/rules/day.ts'
import { enumOf, values } from '../../record/rules/enumeration.ts'
import { Reference } from '../../record/rules/id.ts'
import { withoutCredentials } from '../../record/rules/prose.ts'
import { nullable } from '../../record/rules/rule.ts'
import { priorities, priorityAliases, taskStatuses } from '../../record/rules/shared-vocabulary.ts'
import { text } from '../../record/rules/text.ts'
import { wordsColumn, wordsIndex } from '../../record/text-search.ts'
import { agents } from '../agent/agent.ts'
import { improvements } from '../improvement/improvement.ts'
import { serviceReference } from '../service/service.ts'

const fields = {
  ...baseFields,
  ...serviceReference,
  improvement_id: field(
    nullable(Reference),
    p
      .manyToOne(improvements)
      .mapToPk()
      .fieldName('improvement_id')
      .deleteRule('no action')
      .strictNullable()
      .default(null),
  ),
  agent_id: field(
    nullable(Reference),
    p
      .manyToOne(agents)
      .mapToPk()
      .fieldName('agent_id')
      .deleteRule('no action')
      .strictNullable()
      .default(null),
  ),
  title: field(withoutCredentials(text(255)), p.text()),
  description: field(nullable(withoutCredentials(text(10_000))), p.text().strictNullable().default(null)),
  status: field(enumOf(taskStatuses), p.enum(values(taskStatuses)).default('open')),
  priority: field(enumOf(priorities, priorityAliases), p.enum(values(priorities)).default('medium')),
  assignee: field(nullable(withoutCredentials(text(255))), p.text().strictNullable().default(null)),
  due_at: field(nullable(day), dayColumn().strictNullable().default(null)),
}

/** A task for a service, optionally of an improvement or for an agent. The portfolio has tasks of its own. */
export const serviceTasks = defineEntity({
  name: 'service_task',
  tableName: 'service_tasks',
  properties: { ...columns(fields), ...wordsColumn('title') },
  indexes: [
    wordsIndex('service_tasks', 'words'),
    { name: 'service_tasks_service', properties: ['service_id', 'id'] },
    { name: 'service_tasks_improvement', properties: ['improvement_id', 'id'] },
    { name: 'service_tasks_agent', properties: ['agent_id', 'id'] },
    { name: 'service_tasks_status', properties: ['status', 'id'] },
  ],
})
export const StoredServiceTask = z.object(rules(fields))
export type StoredServiceTask = z.output<typeof StoredServiceTask>

declare module '../../database/tables.ts' {
  interface Tables {
    service_tasks: StoredServiceTask
  }
}

/** A task, as answers show it. */
export const ServiceTask = StoredServiceTask.omit({
  service_id: true,
  improvement_id: true,
  agent_id: true,
}).extend({
  service: Named.nullable(),
  improvement: Named.nullable(),
  agent: Named.nullable(),
  assignee_user: NamedUser,
})
export type ServiceTask = z.output<typeof ServiceTask>

const settable = StoredServiceTask.omit(serverFields).partial()

export const NewServiceTask = settable.required({ title: true }).meta({
  examples: [{ title: 'Measure the time of the first answer', service_id: 1, due_at: '2026-12-01' }],
})
export type NewServiceTask = z.output<typeof NewServiceTask>

export const ServiceTaskChange = settable.meta({ examples: [{ status: 'in-progress', assignee: 'Anna' }] })
export type ServiceTaskChange = z.output<typeof ServiceTaskChange>
