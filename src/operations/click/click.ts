import { defineEntity, p } from '@mikro-orm/core'
import { z } from 'zod'
import { baseFields, serverFields } from '../../record/base-fields.ts'
import { dayColumn } from '../../record/column.ts'
import { columns, field, rules } from '../../record/field.ts'
import { day } from '../../record/rules/day.ts'
import { enumOf, values } from '../../record/rules/enumeration.ts'
import { Id, Reference } from '../../record/rules/id.ts'
import { integer } from '../../record/rules/integer.ts'
import { applications } from '../application/application.ts'
import { companies } from '../company/company.ts'
import { clickStatuses } from '../vocabulary.ts'

const fields = {
  ...baseFields,
  // With a second column in the primary key this is not the default.
  id: field(Id, p.bigint('number').primary().autoincrement()),
  date: field(day, dayColumn().primary()),
  app_id: field(Id, p.manyToOne(applications).mapToPk().fieldName('app_id')),
  company_id: field(Id, p.manyToOne(companies).mapToPk().fieldName('company_id')),
  clicks: field(integer(0, 2_147_483_647), p.integer()),
  status: field(enumOf(clickStatuses), p.enum(values(clickStatuses)).default('ok')),
}

/**
 * The clicks of an application through a company on one day. The table holds millions of rows, without history entries,
 * and is partitioned by month.
 */
export const clicks = defineEntity({
  name: 'click',
  tableName: 'clicks',
  properties: columns(fields),
  uniques: [{ name: 'clicks_day', properties: ['date', 'app_id', 'company_id'] }],
  indexes: [
    { name: 'clicks_newest', properties: ['date', 'id'] },
    { name: 'clicks_app', properties: ['app_id', 'date', 'id'] },
    { name: 'clicks_company', properties: ['company_id', 'date', 'id'] },
    {
      name: 'clicks_doubtful',
      expression: `create index "clicks_doubtful" on "clicks" ("status", "date", "id") where "status" <> 'ok'`,
    },
  ],
})
const StoredClick = z.object(rules(fields))
type StoredClick = z.output<typeof StoredClick>

declare module '../../database/tables.ts' {
  interface Tables {
    clicks: StoredClick
  }
}

/** A row of clicks, as answers show it. */
export const Click = StoredClick.omit({ created_by: true, updated_by: true })
export type Click = z.output<typeof Click>

/** A row of clicks in a dry run: a row that would be created has no id. */
export const ClickDryRun = Click.partial({ id: true })

/** Body that records the clicks of one day. A stored row of the same day is replaced. */
export const NewClick = StoredClick.omit(serverFields)
  .extend({ app_id: Reference, company_id: Reference })
  .partial({ status: true })
  .meta({ examples: [{ date: '2026-11-20', app_id: 1, company_id: 1, clicks: 312 }] })
export type NewClick = z.output<typeof NewClick>
