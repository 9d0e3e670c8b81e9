import { defineEntity, p } from '@mikro-orm/core'
import { z } from 'zod'
import { baseFields, serverFields, Timestamp } from '../../record/base-fields.ts'
import { timestampColumn } from '../../record/column.ts'
import { columns, field, rules } from '../../record/field.ts'
import { linkable } from '../../record/linked-entity.ts'
import { country } from '../../record/rules/country.ts'
import { translations } from '../../record/rules/description.ts'
import { enumOf, values } from '../../record/rules/enumeration.ts'
import { Id, Reference } from '../../record/rules/id.ts'
import { integer } from '../../record/rules/integer.ts'
import { withoutCredentials } from '../../record/rules/prose.ts'
import { required } from '../../record/rules/required.ts'
import { nullable } from '../../record/rules/rule.ts'
import { priorities, priorityAliases } from '../../record/rules/shared-vocabulary.ts'
import { text } from '../../record/rules/text.ts'
import { deletedAt } from '../../record/soft-delete.ts'
import { trigramIndex, wordsColumn, wordsIndex } from '../../record/text-search.ts'
import { applications } from '../application/application.ts'
import { companies } from '../company/company.ts'
import { strategies } from '../strategy/strategy.ts'
import { keywordStatuses } from '../vocabulary.ts'

const maxPosition = 1000
const maxSearchVolume = 2_147_483_647

const fields = {
  ...baseFields,
  ...deletedAt,
  keyword: field(withoutCredentials(text(255)), p.text()),
  strategy_id: field(Id, p.manyToOne(strategies).mapToPk().fieldName('strategy_id')),
  company_id: field(
    Id.nullable(),
    p.manyToOne(companies).mapToPk().fieldName('company_id').strictNullable().default(null),
  ),
  application_id: field(
    Id.nullable(),
    p.manyToOne(applications).mapToPk().fieldName('application_id').strictNullable().default(null),
  ),
  country: field(nullable(country), p.text().strictNullable().default(null)),
  language: field(nullable(text(8)), p.text().strictNullable().default(null)),
  status: field(enumOf(keywordStatuses), p.enum(values(keywordStatuses)).default('new')),
  priority: field(enumOf(priorities, priorityAliases), p.enum(values(priorities)).default('medium')),
  position: field(nullable(integer(1, maxPosition)), p.integer().strictNullable().default(null)),
  // Distinguishes an application that was not found from one that was never measured.
  measured_at: field(Timestamp.nullable(), timestampColumn().strictNullable().default(null)),
  search_volume: field(nullable(integer(0, maxSearchVolume)), p.integer().strictNullable().default(null)),
}

/** A search keyword for applications. Unique for a strategy and a country. */
export const keywords = linkable(
  defineEntity({
    name: 'keyword',
    tableName: 'keywords',
    properties: { ...columns(fields), ...wordsColumn('keyword') },
    indexes: [
      wordsIndex('keywords', 'words'),
      {
        name: 'keywords_keyword_taken',
        expression: `create unique index "keywords_keyword_taken" on "keywords" ("strategy_id", lower("keyword"), coalesce("country", '')) where "deleted_at" is null`,
      },
      { name: 'keywords_strategy', properties: ['strategy_id', 'id'] },
      { name: 'keywords_company', properties: ['company_id', 'id'] },
      { name: 'keywords_application', properties: ['application_id'] },
      { name: 'keywords_status', properties: ['status', 'id'] },
      trigramIndex('keywords', 'keyword'),
    ],
  }),
)
export const StoredKeyword = z.object(rules(fields))
export type StoredKeyword = z.output<typeof StoredKeyword>

declare module '../../database/tables.ts' {
  interface Tables {
    keywords: StoredKeyword
  }
}

const settable = StoredKeyword.omit({ ...serverFields, deleted_at: true, measured_at: true })
  .extend({
    strategy_id: required(Reference),
    company_id: nullable(Reference)
      .describe('Defaults to the company of the strategy')
      .register(translations, { ru: 'По умолчанию компания стратегии' }),
    application_id: nullable(Reference),
  })
  .partial()

/** Body that creates a keyword: the keyword and its strategy. */
export const NewKeyword = settable.required({ keyword: true, strategy_id: true }).meta({
  examples: [
    {
      keyword: 'qr scanner',
      strategy_id: 1,
      country: 'DE',
      language: 'de',
      priority: 'high',
      position: 14,
    },
  ],
})
export type NewKeyword = z.output<typeof NewKeyword>

/** Body that changes a keyword: any of its fields. */
export const KeywordChange = settable.meta({ examples: [{ position: 9, status: 'active' }] })
export type KeywordChange = z.output<typeof KeywordChange>
