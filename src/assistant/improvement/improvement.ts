import { defineEntity, p } from '@mikro-orm/core'
import { z } from 'zod'
import { baseFields, serverFields, Timestamp } from '../../record/base-fields.ts'
import { timestampColumn } from '../../record/column.ts'
import { columns, field, rules } from '../../record/field.ts'
import { Named } from '../../record/named.ts'
import { enumOf, values } from '../../record/rules/enumeration.ts'
import { withoutCredentials } from '../../record/rules/prose.ts'
import { nullable } from '../../record/rules/rule.ts'
import { priorities, priorityAliases } from '../../record/rules/shared-vocabulary.ts'
import { text } from '../../record/rules/text.ts'
import { wordsColumn, wordsIndex } from '../../record/text-search.ts'
import { serviceReference } from '../service/service.ts'
import { improvementStatuses } from '../vocabulary.ts'

const fields = {
  ...baseFields,
  ...serviceReference,
  title: field(withoutCredentials(text(255)), p.text()),
  description: field(nullable(withoutCredentials(text(10_000))), p.text().strictNullable().default(null)),
  status: field(enumOf(improvementStatuses), p.enum(values(improvementStatuses)).default('new')),
  priority: field(enumOf(priorities, priorityAliases), p.enum(values(priorities)).default('medium')),
  proposed_by: field(nullable(withoutCredentials(text(255))), p.text().strictNullable().default(null)),
  done_at: field(Timestamp.nullable(), timestampColumn().strictNullable().default(null)),
}

/** A proposed improvement of a service. */
export const improvements = defineEntity({
  name: 'improvement',
  tableName: 'improvements',
  properties: { ...columns(fields), ...wordsColumn('title') },
  indexes: [
    wordsIndex('improvements', 'words'),
    { name: 'improvements_service', properties: ['service_id', 'id'] },
    { name: 'improvements_status', properties: ['status', 'id'] },
  ],
})
export const StoredImprovement = z.object(rules(fields))
export type StoredImprovement = z.output<typeof StoredImprovement>

declare module '../../database/tables.ts' {
  interface Tables {
    improvements: StoredImprovement
  }
}

/** An improvement, as answers show it. */
export const Improvement = StoredImprovement.omit({ service_id: true }).extend({ service: Named.nullable() })
export type Improvement = z.output<typeof Improvement>

const settable = StoredImprovement.omit({ ...serverFields, done_at: true }).partial()

export const NewImprovement = settable
  .required({ title: true })
  .meta({ examples: [{ title: 'Show prices in the local currency', service_id: 1, priority: 'high' }] })
export type NewImprovement = z.output<typeof NewImprovement>

export const ImprovementChange = settable.meta({ examples: [{ status: 'done' }] })
export type ImprovementChange = z.output<typeof ImprovementChange>
