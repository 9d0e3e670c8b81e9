import { defineEntity, p } from '@mikro-orm/core'
import { z } from 'zod'
import { baseFields, serverFields, Timestamp } from '../../record/base-fields.ts'
import { timestampColumn } from '../../record/column.ts'
import { columns, field, rules } from '../../record/field.ts'
import { Named } from '../../record/named.ts'
import { enumOf, values } from '../../record/rules/enumeration.ts'
import { withoutCredentials } from '../../record/rules/prose.ts'
import { nullable } from '../../record/rules/rule.ts'
import { severities } from '../../record/rules/shared-vocabulary.ts'
import { text } from '../../record/rules/text.ts'
import { wordsColumn, wordsIndex } from '../../record/text-search.ts'
import { serviceReference } from '../service/service.ts'
import { bugStatuses } from '../vocabulary.ts'

const fields = {
  ...baseFields,
  ...serviceReference,
  title: field(withoutCredentials(text(255)), p.text()),
  description: field(nullable(withoutCredentials(text(10_000))), p.text().strictNullable().default(null)),
  steps: field(nullable(withoutCredentials(text(10_000))), p.text().strictNullable().default(null)),
  status: field(enumOf(bugStatuses), p.enum(values(bugStatuses)).default('new')),
  severity: field(enumOf(severities), p.enum(values(severities)).default('medium')),
  reported_by: field(nullable(withoutCredentials(text(255))), p.text().strictNullable().default(null)),
  resolved_at: field(Timestamp.nullable(), timestampColumn().strictNullable().default(null)),
}

/** A bug of a service. */
export const bugs = defineEntity({
  name: 'bug',
  tableName: 'bugs',
  properties: { ...columns(fields), ...wordsColumn('title') },
  indexes: [
    wordsIndex('bugs', 'words'),
    { name: 'bugs_service', properties: ['service_id', 'id'] },
    { name: 'bugs_status', properties: ['status', 'id'] },
  ],
})
export const StoredBug = z.object(rules(fields))
export type StoredBug = z.output<typeof StoredBug>

declare module '../../database/tables.ts' {
  interface Tables {
    bugs: StoredBug
  }
}

/** The statuses in which a bug counts as resolved. */
export const resolvedStatuses: StoredBug['status'][] = ['fixed', 'wont-fix', 'duplicate']

/** A bug, as answers show it. */
export const Bug = StoredBug.omit({ service_id: true }).extend({ service: Named.nullable() })
export type Bug = z.output<typeof Bug>

const settable = StoredBug.omit({ ...serverFields, resolved_at: true }).partial()

export const NewBug = settable
  .required({ title: true })
  .meta({ examples: [{ title: 'The form loses its text', steps: 'Open, type, go back.', severity: 'high' }] })
export type NewBug = z.output<typeof NewBug>

export const BugChange = settable.meta({ examples: [{ status: 'fixed' }] })
export type BugChange = z.output<typeof BugChange>
