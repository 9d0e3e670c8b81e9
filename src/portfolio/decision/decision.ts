import { defineEntity, p } from '@mikro-orm/core'
import { z } from 'zod'
import { calendarDay } from '../../record/column.ts'
import { day } from '../../record/day.ts'
import { columns, field, rules } from '../../record/field.ts'
import { Id } from '../../record/id.ts'
import { nullable } from '../../record/rule.ts'
import { stored, unsettable } from '../../record/stored.ts'
import { term, values } from '../../record/term.ts'
import { text } from '../../record/text.ts'
import { products } from '../product/product.ts'
import { decisionStatuses, decisionTypes } from '../vocabulary.ts'

const fields = {
  ...stored,
  product_id: field(Id, p.manyToOne(products).mapToPk().fieldName('product_id')),
  title: field(text(255), p.text()),
  decision_type: field(term(decisionTypes), p.enum(values(decisionTypes))),
  owner: field(text(255), p.text()),
  decision: field(text(5000), p.text()),
  rationale: field(nullable(text(5000)), p.text().strictNullable().default(null)),
  status: field(term(decisionStatuses), p.enum(values(decisionStatuses)).default('active')),
  review_at: field(day, calendarDay()),
}

/** A decision about a product, with the person who owns it and the day it is looked at again. */
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

/** The fields of a decision that its author sets. */
export const decisionSettable = StoredDecision.omit({ ...unsettable, product_id: true }).partial()

/** What changes a decision; it stays with its product. */
export const DecisionChange = z
  .strictObject(decisionSettable.shape)
  .meta({ examples: [{ status: 'reviewed', review_at: '2027-03-01' }] })
export type DecisionChange = z.output<typeof DecisionChange>
