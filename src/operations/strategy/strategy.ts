import { defineEntity, p } from '@mikro-orm/core'
import { z } from 'zod'
import { baseFields, serverFields } from '../../record/base-fields.ts'
import { dayColumn } from '../../record/column.ts'
import { columns, field, rules } from '../../record/field.ts'
import { day, orderedDates } from '../../record/rules/day.ts'
import { enumOf, values } from '../../record/rules/enumeration.ts'
import { Id, Reference } from '../../record/rules/id.ts'
import { withoutCredentials } from '../../record/rules/prose.ts'
import { nullable } from '../../record/rules/rule.ts'
import { text } from '../../record/rules/text.ts'
import { deletedAt } from '../../record/soft-delete.ts'
import { wordsColumn, wordsIndex } from '../../record/text-search.ts'
import { applications } from '../application/application.ts'
import { companies } from '../company/company.ts'
import { ownerReference, settableOwner } from '../references.ts'
import { strategyStatuses } from '../vocabulary.ts'

const fields = {
  ...baseFields,
  ...deletedAt,
  name: field(withoutCredentials(text(255)), p.text()),
  company_id: field(
    Id.nullable(),
    p.manyToOne(companies).mapToPk().fieldName('company_id').strictNullable().default(null),
  ),
  application_id: field(
    Id.nullable(),
    p.manyToOne(applications).mapToPk().fieldName('application_id').strictNullable().default(null),
  ),
  ...ownerReference,
  goal: field(nullable(withoutCredentials(text(2000))), p.text().strictNullable().default(null)),
  description: field(nullable(withoutCredentials(text(10_000))), p.text().strictNullable().default(null)),
  status: field(enumOf(strategyStatuses), p.enum(values(strategyStatuses)).default('draft')),
  starts_on: field(nullable(day), dayColumn().strictNullable().default(null)),
  ends_on: field(nullable(day), dayColumn().strictNullable().default(null)),
}

/** A plan to promote a company or an application. Keywords belong to it. */
export const strategies = defineEntity({
  name: 'strategy',
  tableName: 'strategies',
  properties: { ...columns(fields), ...wordsColumn('name') },
  indexes: [
    wordsIndex('strategies', 'words'),
    { name: 'strategies_company', properties: ['company_id', 'id'] },
    { name: 'strategies_application', properties: ['application_id'] },
    { name: 'strategies_owner', properties: ['owner_id', 'id'] },
    { name: 'strategies_status', properties: ['status', 'id'] },
  ],
})
export const StoredStrategy = z.object(rules(fields))
export type StoredStrategy = z.output<typeof StoredStrategy>

declare module '../../database/tables.ts' {
  interface Tables {
    strategies: StoredStrategy
  }
}

const settable = StoredStrategy.omit({ ...serverFields, deleted_at: true })
  .extend({
    company_id: nullable(Reference),
    application_id: nullable(Reference),
    ...settableOwner,
  })
  .partial()

/** Body that creates a strategy: a name. */
export const NewStrategy = orderedDates(settable.required({ name: true }), 'starts_on', 'ends_on').meta({
  examples: [
    {
      name: 'Autumn in Germany',
      goal: 'The first ten places for ten keywords',
      starts_on: '2026-09-01',
      ends_on: '2026-11-30',
    },
  ],
})
export type NewStrategy = z.output<typeof NewStrategy>

/** Body that changes a strategy: any of its fields. */
export const StrategyChange = orderedDates(settable, 'starts_on', 'ends_on').meta({
  examples: [{ status: 'completed' }],
})
export type StrategyChange = z.output<typeof StrategyChange>
