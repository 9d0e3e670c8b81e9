import { defineEntity, p } from '@mikro-orm/core'
import { z } from 'zod'
import { tokens } from '../../access/token.ts'
import { Timestamp } from '../../record/base-fields.ts'
import { timestampColumn } from '../../record/column.ts'
import { columns, field, rules } from '../../record/field.ts'
import { Provenance } from '../../record/provenance.ts'
import { Id } from '../../record/rules/id.ts'
import { tasks } from './task.ts'

const fields = {
  task_id: field(
    Id,
    p.manyToOne(tasks).mapToPk().fieldName('task_id').primary().updateRule('no action').deleteRule('cascade'),
  ),
  // The credential that holds the claim. One from the environment has no row in `tokens`.
  credential: field(z.string(), p.text()),
  token_id: field(
    Id.nullable(),
    p.manyToOne(tokens).mapToPk().fieldName('token_id').deleteRule('cascade').strictNullable(),
  ),
  claimed_by: field(Provenance, p.json<Provenance>()),
  claimed_at: field(Timestamp, timestampColumn().defaultRaw('now()')),
  expires_at: field(Timestamp, timestampColumn()),
}

/** The claims of tasks, at most one of each. A row whose time or token has ended is not a claim any more. */
export const taskClaims = defineEntity({
  name: 'task_claim',
  tableName: 'task_claims',
  properties: columns(fields),
  indexes: [{ name: 'task_claims_token', properties: ['token_id'] }],
})
const StoredClaim = z.object(rules(fields))

declare module '../../database/tables.ts' {
  interface Tables {
    task_claims: z.output<typeof StoredClaim>
  }
}
