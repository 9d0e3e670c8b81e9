import { defineEntity, p } from '@mikro-orm/core'
import { z } from 'zod'
import { Changes } from '../../journal/history.ts'
import type { StoredMessage } from '../../language/stored-phrase.ts'
import { baseFields, Timestamp } from '../../record/base-fields.ts'
import { timestampColumn } from '../../record/column.ts'
import { columns, field, rules } from '../../record/field.ts'
import { Provenance } from '../../record/provenance.ts'
import { enumOf, values } from '../../record/rules/enumeration.ts'
import { Id } from '../../record/rules/id.ts'
import { prose } from '../../record/rules/prose.ts'
import { nullable } from '../../record/rules/rule.ts'
import { type KindName, kindNames } from '../kinds.ts'
import { products } from '../product/product.ts'
import { proposalStatuses } from '../vocabulary.ts'

const actions = ['create', 'change', 'batch'] as const

/** What a request asked for: one operation of the write API, or a batch of them. */
export const reasonRule = prose(500)

const Written = z.object({ kind: z.enum(kindNames), id: Id.nullable(), title: z.string(), changes: Changes })

/**
 * A record that a proposal changes or creates, with the fields as they were and as proposed. A new one has no id.
 * `unchanged` has the sent fields that had their values already, `beside` the other records that the same operation writes,
 * such as the tasks of a new decision.
 */
export const Target = Written.extend({
  unchanged: z.record(z.string(), z.unknown()).optional(),
  beside: z.array(Written).optional(),
})
export type Target = z.output<typeof Target>

const NamedRule = z.object({ id: Id, title: z.string() })
const Result = z.object({ kind: z.enum(kindNames), id: Id, slug: z.string().nullable() })

const fields = {
  ...baseFields,
  // The credential that proposed, or the user.
  credential: field(z.string(), p.text()),
  // The name of its first record, or how many records a batch writes.
  title: field(z.string(), p.text()),
  operation: field(z.string(), p.text()),
  method: field(z.string(), p.text()),
  path: field(z.string(), p.text()),
  // Null for a batch.
  kind: field(z.enum(kindNames).nullable(), p.text().$type<KindName>().strictNullable()),
  action: field(z.enum(actions), p.enum([...actions])),
  // The id or slug in the path.
  key: field(z.string().nullable(), p.text().strictNullable()),
  body: field(z.record(z.string(), z.unknown()), p.json<Record<string, unknown>>()),
  // Of credential, operation, path and body: the same write is proposed once.
  digest: field(z.string(), p.text()),
  targets: field(z.array(Target), p.json<Target[]>()),
  // The answer of the write as it would be.
  preview: field(z.record(z.string(), z.unknown()), p.json<Record<string, unknown>>()),
  // The phrases of the warnings in it, by their English, from which people read them in their language.
  phrases: field(
    z.record(z.string(), z.custom<StoredMessage>()),
    p.json<Record<string, StoredMessage>>().defaultRaw(`'{}'`).hidden(),
  ),
  product_id: field(
    Id.nullable(),
    p.manyToOne(products).mapToPk().fieldName('product_id').deleteRule('no action').strictNullable(),
  ),
  // What it concerns: `product:7`, `direction:3` for records without a product, and for rules without one `rules` or
  // `rules of direction:3`.
  places: field(z.array(z.string()), p.array().defaultRaw(`'{}'`)),
  reason: field(nullable(reasonRule), p.text().strictNullable().default(null)),
  rules: field(z.array(NamedRule), p.json<z.output<typeof NamedRule>[]>().defaultRaw(`'[]'`)),
  status: field(enumOf(proposalStatuses), p.enum(values(proposalStatuses)).default('pending')),
  expires_at: field(Timestamp, timestampColumn()),
  decided_by: field(Provenance.nullable(), p.json<Provenance>().strictNullable().default(null)),
  decided_at: field(Timestamp.nullable(), timestampColumn().strictNullable().default(null)),
  decision_note: field(nullable(prose(1000)), p.text().strictNullable().default(null)),
  edited: field(z.boolean(), p.boolean().default(false)),
  result: field(Result.nullable(), p.json<z.output<typeof Result>>().strictNullable().default(null)),
}

/** A write that waits for a person, or was decided on. */
export const proposals = defineEntity({
  name: 'proposal',
  tableName: 'proposals',
  properties: columns(fields),
  checks: [
    {
      name: 'proposals_decision_check',
      expression: `("status" in ('pending', 'changes_wanted')) = ("decided_at" is null)`,
    },
    {
      name: 'proposals_note_check',
      expression: `"status" <> 'changes_wanted' or "decision_note" is not null`,
    },
  ],
  indexes: [
    {
      name: 'proposals_digest_taken',
      expression: `create unique index "proposals_digest_taken" on "proposals" ("credential", "digest") where "status" = 'pending'`,
    },
    {
      name: 'proposals_undecided',
      expression: `create index "proposals_undecided" on "proposals" ("expires_at", "id") where "status" in ('pending', 'changes_wanted')`,
    },
    {
      name: 'proposals_kind_pending',
      expression: `create index "proposals_kind_pending" on "proposals" ("kind", "id") where "status" = 'pending'`,
    },
    {
      name: 'proposals_places',
      expression: `create index "proposals_places" on "proposals" using gin ("places")`,
    },
    { name: 'proposals_digest', properties: ['credential', 'digest'] },
    { name: 'proposals_credential', properties: ['credential', 'id'] },
    { name: 'proposals_product', properties: ['product_id', 'id'] },
  ],
})
export const StoredProposal = z.object(rules(fields))
export type StoredProposal = z.output<typeof StoredProposal>

declare module '../../database/tables.ts' {
  interface Tables {
    proposals: StoredProposal
  }
}
