import { defineEntity, p } from '@mikro-orm/core'
import { z } from 'zod'
import { baseFields, serverFields, Timestamp } from '../../record/base-fields.ts'
import { timestampColumn } from '../../record/column.ts'
import { columns, field, rules } from '../../record/field.ts'
import { Provenance } from '../../record/provenance.ts'
import { translations } from '../../record/rules/description.ts'
import { enumOf, values, withOldNames } from '../../record/rules/enumeration.ts'
import { prose, visibleProse } from '../../record/rules/prose.ts'
import { required } from '../../record/rules/required.ts'
import { nullable } from '../../record/rules/rule.ts'
import { oldNameWarning, type Warning } from '../../record/warning.ts'
import { kinds } from '../kinds.ts'
import { directionReference, placeSlugs, productReference } from '../place/references.ts'
import { place } from '../place-columns.ts'
import { searchColumn, searchIndex } from '../search/column.ts'
import { canonStatuses, guardEffects, legacyRuleTypes, ruleTypes } from '../vocabulary.ts'

const fields = {
  ...baseFields,
  direction_id: place.direction_id,
  product_id: place.product_id,
  title: field(visibleProse(255), p.text()),
  rule_type: field(enumOf(ruleTypes), p.enum(values(ruleTypes))),
  body: field(visibleProse(50_000), p.text()),
  status: field(enumOf(canonStatuses), p.enum(values(canonStatuses)).default('active')),
  // The admin who wrote or approved the rule.
  approved_by: field(Provenance.nullable(), p.json<Provenance>().strictNullable().default(null)),
  // The check of writes that an admin gave the rule: an expression, and what it does to a write that meets it.
  guard_when: field(nullable(prose(1000)), p.text().strictNullable().default(null)),
  guard_effect: field(
    nullable(enumOf(guardEffects)),
    p.enum(values(guardEffects)).strictNullable().default(null),
  ),
  guard_message: field(nullable(visibleProse(500)), p.text().strictNullable().default(null)),
  // Since when the guard fails while it runs, and why. Saving the guard clears both.
  guard_failed_at: field(Timestamp.nullable(), timestampColumn().strictNullable().default(null).hidden()),
  guard_failure: field(z.string().nullable(), p.text().strictNullable().default(null).hidden()),
}

/** The columns of the guard of a rule. No API sets them. */
export const guardColumns = {
  guard_when: true,
  guard_effect: true,
  guard_message: true,
  guard_failed_at: true,
  guard_failure: true,
} as const

/** A rule for managing the portfolio. Its scope is the portfolio, a direction or a product. */
export const canonRules = defineEntity({
  name: 'canon_rule',
  tableName: kinds.canon_rule.table,
  properties: { ...columns(fields), ...searchColumn(kinds.canon_rule) },
  indexes: [
    searchIndex(kinds.canon_rule),
    { name: 'canon_rules_product', properties: ['product_id', 'id'] },
    { name: 'canon_rules_direction', properties: ['direction_id', 'id'] },
    {
      name: 'canon_rules_guard',
      expression: `create index "canon_rules_guard" on "canon_rules" ("id") where "guard_when" is not null`,
    },
  ],
  checks: [
    {
      name: 'canon_rules_guard_complete',
      expression:
        '(guard_when is null) = (guard_effect is null) and (guard_message is null or guard_when is not null)',
    },
  ],
})
export const StoredCanonRule = z.object(rules(fields))
export type StoredCanonRule = z.output<typeof StoredCanonRule>

declare module '../../database/tables.ts' {
  interface Tables {
    canon_rules: StoredCanonRule
  }
}

/** The guard of a rule, as answers show it. */
const Guard = z.object({
  when: z.string().describe('The condition, an expression of CEL'),
  effect: enumOf(guardEffects)
    .describe('What happens to a write that meets it')
    .register(translations, { ru: 'Что происходит с записью, которая под него подходит' }),
  message: z.string().nullable().describe('What the writer is told'),
})

/** A canon rule, as answers show it. */
export const CanonRule = StoredCanonRule.omit(guardColumns).extend({
  product_slug: placeSlugs.product_slug,
  direction_slug: placeSlugs.direction_slug,
  scope: z.enum(['portfolio', 'direction', 'product']).meta({ description: 'What the rule binds' }),
  trusted: z.boolean().meta({ description: 'Whether the rule is active and an admin wrote or approved it' }),
  guard: Guard.nullable().describe(
    'The check of each write that the rule binds. Only an admin sets it, in /admin',
  ),
})
export type CanonRule = z.output<typeof CanonRule>

/** A rule type in a request, which may be an old name. */
export const RuleType = enumOf(withOldNames(ruleTypes, legacyRuleTypes))

const settable = StoredCanonRule.omit({
  ...serverFields,
  direction_id: true,
  product_id: true,
  approved_by: true,
  ...guardColumns,
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

/** Returns the current name of a rule type, with a warning if an old name was sent. */
export function currentRuleType(type: NewCanonRule['rule_type']): {
  rule_type: StoredCanonRule['rule_type']
  warnings: Warning[]
} {
  if (type !== 'structure-canon') return { rule_type: type, warnings: [] }
  const rule_type = legacyRuleTypes[type]
  return { rule_type, warnings: [oldNameWarning('rule_type', type, rule_type)] }
}
