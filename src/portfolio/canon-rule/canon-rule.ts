import { defineEntity, p } from '@mikro-orm/core'
import { z } from 'zod'
import { baseFields, serverFields } from '../../record/base-fields.ts'
import { columns, field, rules } from '../../record/field.ts'
import { Provenance } from '../../record/provenance.ts'
import { enumOf, values, withOldNames } from '../../record/rules/enumeration.ts'
import { prose } from '../../record/rules/prose.ts'
import { required } from '../../record/rules/required.ts'
import { place, placeSlugs } from '../place/fields.ts'
import { directionReference, productReference } from '../place/references.ts'
import { searchColumn, searchIndex } from '../search/column.ts'
import { canonStatuses, legacyRuleTypes, ruleTypes } from '../vocabulary.ts'

const fields = {
  ...baseFields,
  direction_id: place.direction_id,
  product_id: place.product_id,
  title: field(prose(255), p.text()),
  rule_type: field(enumOf(ruleTypes), p.enum(values(ruleTypes))),
  body: field(prose(50_000), p.text()),
  status: field(enumOf(canonStatuses), p.enum(values(canonStatuses)).default('active')),
  // The admin who wrote or approved the rule.
  approved_by: field(Provenance.nullable(), p.json<Provenance>().strictNullable().default(null)),
}

/** A rule for managing the portfolio. Its scope is the portfolio, a direction or a product. */
export const canonRules = defineEntity({
  name: 'canon_rule',
  tableName: 'canon_rules',
  properties: { ...columns(fields), ...searchColumn('canon_rule') },
  indexes: [
    searchIndex('canon_rule'),
    { name: 'canon_rules_product', properties: ['product_id', 'id'] },
    { name: 'canon_rules_direction', properties: ['direction_id', 'id'] },
  ],
})
export const StoredCanonRule = z.object(rules(fields))
export type StoredCanonRule = z.output<typeof StoredCanonRule>

/** A canon rule, as answers show it. */
export const CanonRule = StoredCanonRule.extend({
  product_slug: placeSlugs.product_slug,
  direction_slug: placeSlugs.direction_slug,
  scope: z.enum(['portfolio', 'direction', 'product']).meta({ description: 'What the rule binds' }),
  trusted: z.boolean().meta({ description: 'Whether the rule is active and an admin wrote or approved it' }),
})
export type CanonRule = z.output<typeof CanonRule>

/** A rule type in a request, which may be an old name. */
export const RuleType = enumOf(withOldNames(ruleTypes, legacyRuleTypes))

const settable = StoredCanonRule.omit({
  ...serverFields,
  direction_id: true,
  product_id: true,
  approved_by: true,
})
  .extend({ rule_type: required(RuleType) })
  .partial()

/** Body that creates a canon rule. Without a direction and a product its scope is the whole portfolio. */
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
        direction_slug: 'DIRECTION-SLUG',
      },
    ],
  })
export type NewCanonRule = z.output<typeof NewCanonRule>

/** Body that changes a canon rule. A null direction or product removes it from the scope. */
export const CanonRuleChange = z
  .strictObject({
    ...settable.shape,
    ...directionReference,
    ...productReference,
  })
  .meta({ examples: [{ status: 'superseded' }] })
export type CanonRuleChange = z.output<typeof CanonRuleChange>
