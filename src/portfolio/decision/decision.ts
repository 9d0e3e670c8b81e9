import { defineEntity, p } from '@mikro-orm/core'
import { z } from 'zod'
import { baseFields, serverFields } from '../../record/base-fields.ts'
import { dayColumn } from '../../record/column.ts'
import { columns, field, rules } from '../../record/field.ts'
import { day } from '../../record/rules/day.ts'
import { enumOf, values } from '../../record/rules/enumeration.ts'
import { prose } from '../../record/rules/prose.ts'
import { nullable } from '../../record/rules/rule.ts'
import { evidence, evidenceChange, storesEvidence } from '../evidence/field.ts'
import { kinds } from '../kinds.ts'
import { unplaced } from '../place/references.ts'
import { place } from '../place-columns.ts'
import { searchColumn, searchIndex } from '../search/column.ts'
import { productIndex, titleStems } from '../similar/column.ts'
import { decisionUrgency, urgencyIndex } from '../urgency.ts'
import { decisionStatuses, decisionTypes } from '../vocabulary.ts'

const fields = {
  ...baseFields,
  ...place,
  title: field(prose(255), p.text()),
  decision_type: field(enumOf(decisionTypes), p.enum(values(decisionTypes))),
  owner: field(prose(255), p.text()),
  decision: field(prose(5000), p.text()),
  rationale: field(nullable(prose(5000)), p.text().strictNullable().default(null)),
  status: field(enumOf(decisionStatuses), p.enum(values(decisionStatuses)).default('active')),
  review_at: field(day, dayColumn()),
  ...evidence,
}

/** A decision about a product, an app or a direction, with its owner and its review date. */
export const decisions = defineEntity({
  name: 'decision',
  tableName: kinds.decision.table,
  properties: { ...columns(fields), ...searchColumn(kinds.decision), ...titleStems(kinds.decision) },
  triggers: [storesEvidence('decisions', 'decision')],
  indexes: [
    searchIndex(kinds.decision, 'product_id'),
    productIndex(kinds.decision),
    { name: 'decisions_direction', properties: ['direction_id', 'id'] },
    { name: 'decisions_app', properties: ['app_id', 'id'] },
    { name: 'decisions_created', properties: ['created_at'] },
    urgencyIndex('decisions', decisionUrgency),
    { name: 'decisions_review', properties: ['status', 'review_at'] },
    { name: 'decisions_review_date', properties: ['review_at'] },
    {
      name: 'decisions_owner',
      expression: `create index "decisions_owner" on "decisions" (lower("owner" collate "und-x-icu"), "id")`,
    },
  ],
  checks: [
    { name: 'decisions_place_check', expression: `num_nonnulls("product_id", "direction_id", "app_id") > 0` },
  ],
})
export const StoredDecision = z.object(rules(fields))
export type StoredDecision = z.output<typeof StoredDecision>

declare module '../../database/tables.ts' {
  interface Tables {
    decisions: StoredDecision
  }
}

/** The fields of a decision that a caller may set. */
export const decisionSettable = StoredDecision.omit({ ...serverFields, ...unplaced }).partial()

/** Body that changes a decision. Its product, app and direction are fixed. */
export const DecisionChange = z
  .strictObject({ ...decisionSettable.shape, ...evidenceChange })
  .meta({ examples: [{ status: 'reviewed', review_at: '2027-03-01' }] })
export type DecisionChange = z.output<typeof DecisionChange>
