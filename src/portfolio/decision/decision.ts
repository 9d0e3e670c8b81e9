import { defineEntity, p } from '@mikro-orm/core'
import { z } from 'zod'
import { baseFields, serverFields, Timestamp } from '../../record/base-fields.ts'
import { dayColumn, timestampColumn } from '../../record/column.ts'
import { columns, field, rules } from '../../record/field.ts'
import { Provenance } from '../../record/provenance.ts'
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
import { decisionUrgency, urgencyIndex, verdictDueIndex } from '../urgency.ts'
import { decisionStatuses, decisionTypes, outcomes } from '../vocabulary.ts'
import { changedExpected, expected, maxExpectations, newExpected, restoredExpected } from './expectation.ts'

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
  ...expected,
  outcome: field(
    nullable(enumOf(outcomes)).describe('What a person says of the expectations'),
    p.enum(values(outcomes)).strictNullable().default(null),
  ),
  outcome_note: field(nullable(prose(5000)), p.text().strictNullable().default(null)),
  judged_at: field(Timestamp.nullable(), timestampColumn().strictNullable().default(null)),
  judged_by: field(Provenance.nullable(), p.json<Provenance>().strictNullable().default(null)),
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
    verdictDueIndex,
    { name: 'decisions_review_date', properties: ['review_at'] },
    {
      name: 'decisions_owner',
      expression: `create index "decisions_owner" on "decisions" (lower("owner" collate "und-x-icu"), "id")`,
    },
  ],
  checks: [
    { name: 'decisions_place_check', expression: `num_nonnulls("product_id", "direction_id", "app_id") > 0` },
    {
      name: 'decisions_expected_check',
      expression: `jsonb_typeof("expected") = 'array' and jsonb_array_length("expected") <= ${maxExpectations}`,
    },
    {
      name: 'decisions_judged_check',
      expression: `("outcome" is null) = ("judged_at" is null) and ("outcome" is null) = ("judged_by" is null)`,
    },
  ],
})
export const StoredDecision = z.object(rules(fields))
export type StoredDecision = z.output<typeof StoredDecision>

declare module '../../database/tables.ts' {
  interface Tables {
    decisions: StoredDecision
  }
}

const settable = StoredDecision.omit({
  ...serverFields,
  ...unplaced,
  judged_at: true,
  judged_by: true,
}).partial()

/** The fields of a new decision that a caller may set. What happened is judged later. */
export const newDecisionSettable = settable.omit({ outcome: true, outcome_note: true }).extend(newExpected)

/** Body that changes a decision. Its product, app and direction are fixed. */
export const DecisionChange = z
  .strictObject({ ...settable.shape, ...evidenceChange, ...changedExpected })
  .meta({ examples: [{ status: 'reviewed', review_at: '2027-03-01' }] })
export type DecisionChange = z.output<typeof DecisionChange>

/**
 * The values to which a decision is reverted: its expectations are the stored ones, with their numbers, and an outcome
 * keeps who judged and when.
 */
export const DecisionRestoration = DecisionChange.extend({
  ...restoredExpected,
  judged_at: StoredDecision.shape.judged_at.optional(),
  judged_by: StoredDecision.shape.judged_by.optional(),
})
export type DecisionRestoration = z.output<typeof DecisionRestoration>
