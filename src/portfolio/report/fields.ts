import { p } from '@mikro-orm/core'
import { z } from 'zod'
import { field } from '../../record/field.ts'
import { nullable } from '../../record/rule.ts'
import { text } from '../../record/text.ts'

/** What an agent may report once: its own reference for the report, and the credential it reported with. */
export const report = {
  external_ref: field(nullable(text(191)), p.text().strictNullable().default(null)),
  credential: field(z.string(), p.text().hidden()),
}

/** The index that keeps one reference of one credential to one record of the table. */
export function reportedOnce(table: string) {
  const name = `${table}_external_ref`
  return {
    name,
    expression: `create unique index "${name}" on "${table}" ("credential", "external_ref") where "external_ref" is not null`,
  }
}
