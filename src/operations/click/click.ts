import { defineEntity, p } from '@mikro-orm/core'
import { z } from 'zod'
import { calendarDay } from '../../record/column.ts'
import { day } from '../../record/day.ts'
import { columns, field, rules } from '../../record/field.ts'
import { Id, Reference } from '../../record/id.ts'
import { integer } from '../../record/integer.ts'
import { stored, unsettable } from '../../record/stored.ts'
import { term, values } from '../../record/term.ts'
import { applications } from '../application/application.ts'
import { companies } from '../company/company.ts'
import { clickStatuses } from '../vocabulary.ts'

const fields = {
  ...stored,
  date: field(day, calendarDay()),
  app_id: field(Id, p.manyToOne(applications).mapToPk().fieldName('app_id')),
  company_id: field(Id, p.manyToOne(companies).mapToPk().fieldName('company_id')),
  clicks: field(integer(0, 2_147_483_647), p.integer()),
  status: field(term(clickStatuses), p.enum(values(clickStatuses)).default('ok')),
}

/** How many clicks an application got through a company on a day. There are millions, and they have no history. */
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
export const StoredClick = z.object(rules(fields))
export type StoredClick = z.output<typeof StoredClick>

/** A row of clicks as it is answered. */
export const Click = StoredClick.omit({ created_by: true, updated_by: true })
export type Click = z.output<typeof Click>

/** What tells the clicks of a day; what is known of the day already is replaced. */
export const NewClick = StoredClick.omit(unsettable)
  .extend({ app_id: Reference, company_id: Reference })
  .partial({ status: true })
  .meta({ examples: [{ date: '2026-11-20', app_id: 1, company_id: 1, clicks: 312 }] })
export type NewClick = z.output<typeof NewClick>
