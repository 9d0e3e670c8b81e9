import { p } from '@mikro-orm/core'
import { z } from 'zod'
import { field } from '../../record/field.ts'
import { prose } from '../../record/rules/prose.ts'
import { nullable } from '../../record/rules/rule.ts'

/** The fields that make a report unique: the agent's own reference and the credential that reported it. */
export const report = {
  external_ref: field(
    nullable(prose(191)).describe('Your own id. A repeated one returns 409 with existing_id'),
    p.text().strictNullable().default(null),
  ),
  credential: field(z.string(), p.text().hidden()),
}

/** Returns the unique index on credential and external reference. */
export function reportedOnce(table: string) {
  const name = `${table}_external_ref`
  return {
    name,
    expression: `create unique index "${name}" on "${table}" ("credential", "external_ref") where "external_ref" is not null`,
  }
}
