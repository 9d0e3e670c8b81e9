import { defineEntity, p } from '@mikro-orm/core'
import { z } from 'zod'
import { instant } from '../../record/column.ts'
import { columns, field, rules } from '../../record/field.ts'
import { nullable } from '../../record/rule.ts'
import { severities } from '../../record/shared-vocabulary.ts'
import { Instant, stored, unsettable } from '../../record/stored.ts'
import { term, values } from '../../record/term.ts'
import { text } from '../../record/text.ts'
import { Named } from '../named.ts'
import { serviceReference } from '../references.ts'
import { bugStatuses } from '../vocabulary.ts'

const fields = {
  ...stored,
  ...serviceReference,
  title: field(text(255), p.text()),
  description: field(nullable(text(10_000)), p.text().strictNullable().default(null)),
  steps: field(nullable(text(10_000)), p.text().strictNullable().default(null)),
  status: field(term(bugStatuses), p.enum(values(bugStatuses)).default('new')),
  severity: field(term(severities), p.enum(values(severities)).default('medium')),
  reported_by: field(nullable(text(255)), p.text().strictNullable().default(null)),
  resolved_at: field(Instant.nullable(), instant().strictNullable().default(null)),
}

/** Something that is wrong with a service. */
export const bugs = defineEntity({
  name: 'bug',
  tableName: 'bugs',
  properties: columns(fields),
  indexes: [
    { name: 'bugs_service', properties: ['service_id', 'id'] },
    { name: 'bugs_status', properties: ['status', 'id'] },
  ],
})
export const StoredBug = z.object(rules(fields))
export type StoredBug = z.output<typeof StoredBug>

/** What a bug is once nothing more will be done about it. */
export const dealtWith: StoredBug['status'][] = ['fixed', 'wont-fix', 'duplicate']

/** A bug as it is answered. */
export const Bug = StoredBug.omit({ service_id: true }).extend({ service: Named.nullable() })
export type Bug = z.output<typeof Bug>

const settable = StoredBug.omit({ ...unsettable, resolved_at: true }).partial()

export const NewBug = settable
  .required({ title: true })
  .meta({ examples: [{ title: 'The form loses its text', steps: 'Open, type, go back.', severity: 'high' }] })
export type NewBug = z.output<typeof NewBug>

export const BugChange = settable.meta({ examples: [{ status: 'fixed' }] })
export type BugChange = z.output<typeof BugChange>
