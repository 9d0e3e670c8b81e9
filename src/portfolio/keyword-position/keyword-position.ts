import { defineEntity, p } from '@mikro-orm/core'
import { z } from 'zod'
import { baseFields, serverFields } from '../../record/base-fields.ts'
import { dayColumn } from '../../record/column.ts'
import { columns, field, rules } from '../../record/field.ts'
import { atLeastOne } from '../../record/rules/at-least-one.ts'
import { boolean } from '../../record/rules/boolean.ts'
import { country } from '../../record/rules/country.ts'
import { day } from '../../record/rules/day.ts'
import { enumOf, values } from '../../record/rules/enumeration.ts'
import { Id } from '../../record/rules/id.ts'
import { integer } from '../../record/rules/integer.ts'
import { withoutCredentials } from '../../record/rules/prose.ts'
import { nullable } from '../../record/rules/rule.ts'
import { text } from '../../record/rules/text.ts'
import { apps } from '../app/app.ts'
import { appReference } from '../place/references.ts'
import { appPlatforms } from '../vocabulary.ts'

/** The last position that is measured. */
export const maxPosition = 1000

const fields = {
  ...baseFields,
  app_id: field(Id, p.manyToOne(apps).mapToPk().fieldName('app_id')),
  keyword: field(withoutCredentials(text(255)), p.text()),
  country: field(country, p.text()),
  platform: field(
    nullable(enumOf(appPlatforms)),
    p.enum(values(appPlatforms)).strictNullable().default(null),
  ),
  position: field(nullable(integer(1, maxPosition)), p.integer().strictNullable().default(null)),
  // Without a position: whether the app was looked for and is not among the first 1,000.
  measured: field(boolean, p.boolean().$type<boolean>().default(true)),
  date: field(day, dayColumn()),
}

/** The position of an app in the search results of a store on one day. The table is made for millions of rows. */
export const keywordPositions = defineEntity({
  name: 'keyword_position',
  tableName: 'keyword_positions',
  properties: columns(fields),
  indexes: [
    {
      name: 'keyword_positions_date_taken',
      expression:
        'create unique index "keyword_positions_date_taken" on "keyword_positions" ("app_id", lower("keyword"), "country", "date")',
    },
    { name: 'keyword_positions_newest', properties: ['date', 'id'] },
    { name: 'keyword_positions_app', properties: ['app_id', 'date', 'id'] },
    {
      name: 'keyword_positions_keyword',
      expression:
        'create index "keyword_positions_keyword" on "keyword_positions" (lower("keyword"), "date", "id")',
    },
    { name: 'keyword_positions_country', properties: ['country', 'date', 'id'] },
  ],
  checks: [
    {
      name: 'keyword_positions_position_check',
      expression: `position >= 1 and position <= ${maxPosition}`,
    },
    { name: 'keyword_positions_position_is_measured', expression: 'measured or position is null' },
  ],
})
export const StoredKeywordPosition = z.object(rules(fields))
export type StoredKeywordPosition = z.output<typeof StoredKeywordPosition>

declare module '../../database/tables.ts' {
  interface Tables {
    keyword_positions: StoredKeywordPosition
  }
}

const settable = StoredKeywordPosition.omit({ ...serverFields, app_id: true }).partial()

/**
 * Input that creates a keyword position. Null as the position means that the app was not found, or was not looked for
 * if `measured` is false. The platform defaults to the platform of the app.
 */
export const NewKeywordPosition = atLeastOne(
  z.strictObject({
    ...appReference,
    ...settable.required({ keyword: true, country: true, date: true }).shape,
  }),
  'app_slug',
  'app_id',
)
export type NewKeywordPosition = z.output<typeof NewKeywordPosition>

/** Input that changes a keyword position: any of its fields. */
export const KeywordPositionChange = z.strictObject({ ...appReference, ...settable.shape })
export type KeywordPositionChange = z.output<typeof KeywordPositionChange>
