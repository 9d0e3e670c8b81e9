import { defineEntity, p } from '@mikro-orm/core'
import { z } from 'zod'
import { baseFields, serverFields } from '../../record/base-fields.ts'
import { dayColumn } from '../../record/column.ts'
import { day } from '../../record/day.ts'
import { enumOf, values } from '../../record/enumeration.ts'
import { columns, field, rules } from '../../record/field.ts'
import { Id } from '../../record/id.ts'
import { nullable } from '../../record/rule.ts'
import { text } from '../../record/text.ts'
import { products } from '../product/product.ts'
import { decisionStatuses, decisionTypes } from '../vocabulary.ts'

const fields = {
  ...baseFields,
  product_id: field(Id, p.manyToOne(products).mapToPk().fieldName('product_id')),
  title: field(text(255), p.text()),
  decision_type: field(enumOf(decisionTypes), p.enum(values(decisionTypes))),
  owner: field(text(255), p.text()),
  decision: field(text(5000), p.text()),
  rationale: field(nullable(text(5000)), p.text().strictNullable().default(null)),
  status: field(enumOf(decisionStatuses), p.enum(values(decisionStatuses)).default('active')),
  review_at: field(day, dayColumn()),
}

/** A decision about a product, with its owner and its review date. */
export const decisions = defineEntity({
  name: 'decision',
  tableName: 'decisions',
  properties: columns(fields),
  indexes: [
    { name: 'decisions_product', properties: ['product_id', 'id'] },
    { name: 'decisions_created', properties: ['created_at'] },
    { name: 'decisions_review', properties: ['status', 'review_at'] },
  ],
})
export const StoredDecision = z.object(rules(fields))
export type StoredDecision = z.output<typeof StoredDecision>

/** The fields of a decision that a caller may set. */
export const decisionSettable = StoredDecision.omit({ ...serverFields, product_id: true }).partial()

/** Body that changes a decision. Its product is fixed. */
export const DecisionChange = z
  .strictObject(decisionSettable.shape)
  .meta({ examples: [{ status: 'reviewed', review_at: '2027-03-01' }] })
export type DecisionChange = z.output<typeof DecisionChange>
