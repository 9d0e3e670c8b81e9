import { defineEntity, p } from '@mikro-orm/core'
import { z } from 'zod'
import { baseFields, serverFields } from '../../record/base-fields.ts'
import { dayColumn } from '../../record/column.ts'
import { columns, field, rules } from '../../record/field.ts'
import { atLeastOne } from '../../record/rules/at-least-one.ts'
import { day } from '../../record/rules/day.ts'
import { decimal } from '../../record/rules/decimal.ts'
import { labels } from '../../record/rules/description.ts'
import { enumOf, values } from '../../record/rules/enumeration.ts'
import { Id } from '../../record/rules/id.ts'
import { integer } from '../../record/rules/integer.ts'
import { withoutCredentials } from '../../record/rules/prose.ts'
import { nullable } from '../../record/rules/rule.ts'
import { text } from '../../record/rules/text.ts'
import { wordsColumn, wordsIndex } from '../../record/text-search.ts'
import { apps } from '../app/app.ts'
import { appReference } from '../place/references.ts'
import { storeStatuses } from '../vocabulary.ts'

const optionalText = () =>
  field(nullable(withoutCredentials(text(255))), p.text().strictNullable().default(null))

const fields = {
  ...baseFields,
  app_id: field(Id, p.manyToOne(apps).mapToPk().fieldName('app_id')),
  date: field(day, dayColumn()),
  title: optionalText(),
  subtitle: optionalText(),
  version: optionalText(),
  rating: field(
    nullable(decimal(0, 5)).register(labels, { en: 'Rating', ru: 'Рейтинг' }),
    p.decimal('number').precision(3).scale(2).strictNullable().default(null),
  ),
  ratings_count: field(nullable(integer(0, 2_147_483_647)), p.integer().strictNullable().default(null)),
  installs_band: optionalText(),
  price: optionalText(),
  status: field(
    nullable(enumOf(storeStatuses)),
    p.enum(values(storeStatuses)).strictNullable().default(null),
  ),
  source: optionalText(),
}

/** What a store shows of an app on one day. */
export const storeTruth = defineEntity({
  name: 'store_truth',
  tableName: 'store_truth',
  properties: { ...columns(fields), ...wordsColumn('title', 'subtitle') },
  uniques: [{ name: 'store_truth_date_taken', properties: ['app_id', 'date'] }],
  indexes: [wordsIndex('store_truth', 'words'), { name: 'store_truth_newest', properties: ['date', 'id'] }],
  checks: [
    { name: 'store_truth_rating_check', expression: 'rating >= 0 and rating <= 5' },
    { name: 'store_truth_ratings_count_check', expression: 'ratings_count >= 0' },
  ],
})
export const StoredStoreTruth = z.object(rules(fields))
export type StoredStoreTruth = z.output<typeof StoredStoreTruth>

declare module '../../database/tables.ts' {
  interface Tables {
    store_truth: StoredStoreTruth
  }
}

const settable = StoredStoreTruth.omit({ ...serverFields, app_id: true }).partial()

/** Input that creates a store truth: the app and the day. */
export const NewStoreTruth = atLeastOne(
  z.strictObject({ ...appReference, ...settable.required({ date: true }).shape }),
  'app_slug',
  'app_id',
)
export type NewStoreTruth = z.output<typeof NewStoreTruth>

/** Input that changes a store truth: any of its fields. */
export const StoreTruthChange = z.strictObject({ ...appReference, ...settable.shape })
export type StoreTruthChange = z.output<typeof StoreTruthChange>
