import { defineEntity, p } from '@mikro-orm/core'
import { z } from 'zod'
import { baseFields, serverFields } from '../../record/base-fields.ts'
import { dayColumn } from '../../record/column.ts'
import { columns, field, rules } from '../../record/field.ts'
import { atLeastOne } from '../../record/rules/at-least-one.ts'
import { day } from '../../record/rules/day.ts'
import { translations } from '../../record/rules/description.ts'
import { enumOf, values } from '../../record/rules/enumeration.ts'
import { prose } from '../../record/rules/prose.ts'
import { trigramIndex } from '../../record/text-search.ts'
import { evidence, shownEvidence, storesEvidence } from '../evidence/field.ts'
import { kinds } from '../kinds.ts'
import { placeReferences, placeSlugs, unplaced } from '../place/references.ts'
import { place } from '../place-columns.ts'
import { report, reportedOnce } from '../report/report.ts'
import { retraction, retractionFields } from '../retraction/retraction.ts'
import { searchColumn, searchIndex } from '../search/column.ts'
import { productIndex, titleStems } from '../similar/column.ts'
import { confidenceLevels, severities, sourceLayers } from '../vocabulary.ts'

const fields = {
  ...baseFields,
  ...place,
  ...report,
  source_layer: field(enumOf(sourceLayers), p.enum(values(sourceLayers)).default('manual')),
  confidence_level: field(enumOf(confidenceLevels), p.enum(values(confidenceLevels)).default('medium')),
  impact_level: field(enumOf(severities), p.enum(values(severities)).default('medium')),
  title: field(prose(255), p.text()),
  body: field(prose(20_000), p.text()),
  discovered_at: field(day, dayColumn()),
  ...evidence,
  ...retraction,
}

/** A conclusion about a product, an app or a direction, drawn from data that is not stored here. */
export const insights = defineEntity({
  name: 'insight',
  tableName: kinds.insight.table,
  properties: { ...columns(fields), ...searchColumn(kinds.insight), ...titleStems(kinds.insight) },
  triggers: [storesEvidence('insights', 'insight')],
  indexes: [
    searchIndex(kinds.insight, 'product_id'),
    productIndex(kinds.insight),
    { name: 'insights_direction', properties: ['direction_id', 'id'] },
    { name: 'insights_app', properties: ['app_id', 'id'] },
    // As with signals, the trends of a direction are counted from this index alone.
    {
      name: 'insights_created',
      expression: `create index "insights_created" on "insights" ("created_at") include ("product_id", "direction_id", "retracted_at")`,
    },
    trigramIndex('insights', 'title'),
    reportedOnce('insights'),
  ],
})
export const StoredInsight = z.object(rules(fields))
export type StoredInsight = z.output<typeof StoredInsight>

declare module '../../database/tables.ts' {
  interface Tables {
    insights: StoredInsight
  }
}

/** An insight, as answers show it. */
export const Insight = StoredInsight.omit({ credential: true }).extend({ ...placeSlugs, ...shownEvidence })
export type Insight = z.output<typeof Insight>

const settable = StoredInsight.omit({
  ...serverFields,
  ...unplaced,
  ...retractionFields,
  credential: true,
})
  .extend({
    discovered_at: day.describe('Defaults to today').register(translations, { ru: 'По умолчанию сегодня' }),
  })
  .partial()

/** Body that reports an insight: a title, a body, and the product, app or direction. */
export const NewInsight = atLeastOne(
  z.strictObject({ ...placeReferences, ...settable.required({ title: true, body: true }).shape }),
  'product_slug',
  'product_id',
  'app_slug',
  'app_id',
  'direction_slug',
  'direction_id',
).meta({
  examples: [
    {
      product_slug: 'PRODUCT-SLUG',
      title: 'Users who scan twice on the first day stay',
      body: 'Retention on day 30 is 41 % for them and 12 % for all others.',
      source_layer: 'appmetrica',
      confidence_level: 'high',
    },
  ],
})
export type NewInsight = z.output<typeof NewInsight>
