import { defineEntity, p } from '@mikro-orm/core'
import { z } from 'zod'
import { FieldName, fieldPhrase } from '../../language/phrase.ts'
import { baseFields, serverFields } from '../../record/base-fields.ts'
import { dayColumn } from '../../record/column.ts'
import { columns, field, rules } from '../../record/field.ts'
import { atLeastOne } from '../../record/rules/at-least-one.ts'
import { day, daysBetween, orderedDates } from '../../record/rules/day.ts'
import { translations } from '../../record/rules/description.ts'
import { enumOf, values } from '../../record/rules/enumeration.ts'
import { prose } from '../../record/rules/prose.ts'
import { nullable } from '../../record/rules/rule.ts'
import { evidence, shownEvidence, storesEvidence } from '../evidence/field.ts'
import { kinds } from '../kinds.ts'
import { directionReference, placeSlugs, productReference } from '../place/references.ts'
import { place } from '../place-columns.ts'
import { report, reportedOnce } from '../report/report.ts'
import { retraction, retractionFields } from '../retraction/retraction.ts'
import { searchColumn, searchIndex } from '../search/column.ts'
import { confidenceLevels, economicsStatuses } from '../vocabulary.ts'

const maxPeriodDays = 366

const fields = {
  ...baseFields,
  product_id: place.product_id,
  direction_id: place.direction_id,
  ...report,
  economics_status: field(
    enumOf(economicsStatuses),
    p.enum(values(economicsStatuses)).default('unconfirmed'),
  ),
  confidence_level: field(enumOf(confidenceLevels), p.enum(values(confidenceLevels)).default('medium')),
  title: field(prose(255), p.text()),
  period_start: field(day, dayColumn()),
  period_end: field(
    day
      .describe(`Not before period_start, and at most ${maxPeriodDays} days after it`)
      .register(translations, {
        ru: `Не раньше начала периода и не позже чем через ${maxPeriodDays} дней после него`,
      }),
    dayColumn(),
  ),
  acquisition_summary: field(nullable(prose(5000)), p.text().strictNullable().default(null)),
  behavior_summary: field(nullable(prose(5000)), p.text().strictNullable().default(null)),
  store_confirmation_summary: field(nullable(prose(5000)), p.text().strictNullable().default(null)),
  roi_summary: field(nullable(prose(5000)), p.text().strictNullable().default(null)),
  conclusion: field(nullable(prose(5000)), p.text().strictNullable().default(null)),
  ...evidence,
  ...retraction,
}

/** The economics of a product or a direction in one period, in words. */
export const economics = defineEntity({
  name: 'economics',
  tableName: kinds.economics.table,
  properties: { ...columns(fields), ...searchColumn(kinds.economics) },
  triggers: [storesEvidence('economics', 'economics')],
  indexes: [
    searchIndex(kinds.economics, 'product_id'),
    { name: 'economics_product', properties: ['product_id', 'id'] },
    { name: 'economics_direction', properties: ['direction_id', 'id'] },
    reportedOnce('economics'),
  ],
})
export const StoredEconomics = z.object(rules(fields))
export type StoredEconomics = z.output<typeof StoredEconomics>

declare module '../../database/tables.ts' {
  interface Tables {
    economics: StoredEconomics
  }
}

/** An economics summary, as answers show it. */
export const Economics = StoredEconomics.omit({ credential: true }).extend({
  product_slug: placeSlugs.product_slug,
  direction_slug: placeSlugs.direction_slug,
  ...shownEvidence,
})
export type Economics = z.output<typeof Economics>

const settable = StoredEconomics.omit({
  ...serverFields,
  ...retractionFields,
  product_id: true,
  direction_id: true,
  credential: true,
}).partial()

/** Body that reports economics: a title, a period of at most 366 days, and the product or direction. */
export const NewEconomics = orderedDates(
  atLeastOne(
    z.strictObject({
      ...productReference,
      ...directionReference,
      ...settable.required({ title: true, period_start: true, period_end: true }).shape,
    }),
    'product_slug',
    'product_id',
    'direction_slug',
    'direction_id',
  ),
  'period_start',
  'period_end',
)
  .refine((input) => daysBetween(input.period_start, input.period_end) <= maxPeriodDays, {
    path: ['period_end'],
    params: {
      sentence: fieldPhrase('validation.tooLate', {
        days: maxPeriodDays,
        from: new FieldName('period_start'),
      }),
    },
    when: hasPeriod,
  })
  .meta({
    examples: [
      {
        product_slug: 'PRODUCT-SLUG',
        title: 'October 2026',
        period_start: '2026-10-01',
        period_end: '2026-10-31',
        roi_summary: 'Each unit spent on ads brought 1.4 back',
        conclusion: 'Advertising may grow',
      },
    ],
  })
export type NewEconomics = z.output<typeof NewEconomics>

function hasPeriod({ value }: { value: unknown }): boolean {
  const { period_start, period_end } = (value ?? {}) as { period_start?: unknown; period_end?: unknown }
  return day.safeParse(period_start).success && day.safeParse(period_end).success
}
