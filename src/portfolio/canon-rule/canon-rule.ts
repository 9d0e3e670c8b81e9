import { defineEntity, p } from '@mikro-orm/core'
import { z } from 'zod'
import { columns, field, rules } from '../../record/field.ts'
import { Provenance } from '../../record/provenance.ts'
import { required } from '../../record/required.ts'
import { stored, unsettable } from '../../record/stored.ts'
import { term, values } from '../../record/term.ts'
import { text } from '../../record/text.ts'
import { place, placeSlugs } from '../place/fields.ts'
import { directionReference, productReference } from '../place/references.ts'
import { canonStatuses, legacyRuleTypes, ruleTypes } from '../vocabulary.ts'

const fields = {
  ...stored,
  direction_id: place.direction_id,
  product_id: place.product_id,
  title: field(text(255), p.text()),
  rule_type: field(term(ruleTypes), p.enum(values(ruleTypes))),
  body: field(text(50_000), p.text()),
  status: field(term(canonStatuses), p.enum(values(canonStatuses)).default('active')),
  // The admin who stands behind a rule that an agent wrote.
  approved_by: field(Provenance.nullable(), p.json<Provenance>().strictNullable().default(null)),
}

/** A rule that the portfolio is run by: for all of it, for a direction, or for a product. */
export const canonRules = defineEntity({
  name: 'canon_rule',
  tableName: 'canon_rules',
  properties: columns(fields),
  indexes: [
    { name: 'canon_rules_product', properties: ['product_id', 'id'] },
    { name: 'canon_rules_direction', properties: ['direction_id', 'id'] },
  ],
})
export const StoredCanonRule = z.object(rules(fields))
export type StoredCanonRule = z.output<typeof StoredCanonRule>

/** A canon rule as it is answered. */
export const CanonRule = StoredCanonRule.extend({
  product_slug: placeSlugs.product_slug,
  direction_slug: placeSlugs.direction_slug,
})
export type CanonRule = z.output<typeof CanonRule>

/** A rule type as it is sent: an old name is taken as well. */
export const RuleType = term({ ...ruleTypes, ...renamed() })

const settable = StoredCanonRule.omit({
  ...unsettable,
  direction_id: true,
  product_id: true,
  approved_by: true,
})
  .extend({ rule_type: required(RuleType) })
  .partial()

/** What creates a canon rule; without a direction and a product it is for the whole portfolio. */
export const NewCanonRule = z
  .strictObject({
    ...settable.required({ title: true, rule_type: true, body: true }).shape,
    ...directionReference,
    ...productReference,
  })
  .meta({
    examples: [
      {
        title: 'Freeze what does not pay back',
        rule_type: 'freeze-policy',
        body: 'A product whose advertising does not pay back in two months in a row is frozen.',
        direction_slug: 'documents-qr',
      },
    ],
  })
export type NewCanonRule = z.output<typeof NewCanonRule>

/** What changes a canon rule; a null direction or product takes that scope away. */
export const CanonRuleChange = z
  .strictObject({
    ...settable.shape,
    ...directionReference,
    ...productReference,
  })
  .meta({ examples: [{ status: 'superseded' }] })
export type CanonRuleChange = z.output<typeof CanonRuleChange>

function renamed() {
  const terms = Object.entries(legacyRuleTypes).map(([old, current]) => [old, `the old name of ${current}`])
  return Object.fromEntries(terms) as Record<keyof typeof legacyRuleTypes, string>
}
