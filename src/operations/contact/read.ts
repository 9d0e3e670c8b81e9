import { sql } from 'kysely'
import { z } from 'zod'
import { all, param } from '../../database/statement.ts'
import { db } from '../../database/tables.ts'
import { qualifiedColumns } from '../../record/field.ts'
import { recordReads } from '../../record/list/reads.ts'
import { bySort } from '../../record/list/sort.ts'
import { Named } from '../../record/named.ts'
import { translations } from '../../record/rules/description.ts'
import { enumOf } from '../../record/rules/enumeration.ts'
import { text } from '../../record/rules/text.ts'
import { listQuery, ofApplication, ofCompany, ofStrategy } from '../list-query.ts'
import { applicationColumn, companyColumn, referenceNames, strategyColumn } from '../references.ts'
import { contactSources, contactStatuses } from '../vocabulary.ts'
import { StoredContact } from './contact.ts'

const Own = StoredContact.omit({
  deleted_at: true,
  company_id: true,
  application_id: true,
  strategy_id: true,
})

/** A contact, as answers show it. */
export const Contact = Own.extend({
  company: Named.nullable(),
  application: Named.nullable(),
  strategy: Named.nullable(),
})
export type Contact = z.output<typeof Contact>

/** Query of the contact list. */
export const ContactQuery = z.object({
  status: enumOf(contactStatuses).optional(),
  source: enumOf(contactSources).optional(),
  company_id: ofCompany,
  application_id: ofApplication,
  strategy_id: ofStrategy,
  external_id: text(191)
    .optional()
    .describe('Only the contact with this id at a bot')
    .register(translations, { ru: 'Только контакт с этим ID у бота' }),
  ...listQuery,
})
export type ContactQuery = z.output<typeof ContactQuery>

const anywhere = sql`(record.name ilike ${param('search')} or record.email ilike ${param('search')}
  or record.phone ilike ${param('search')} or record.telegram ilike ${param('search')})`

const { list, one } = recordReads<Contact, ContactQuery>(
  'contacts',
  { search: '%anna%' },
  (query) =>
    db
      .selectFrom('contacts as record')
      .where(
        all([
          sql`record.deleted_at is null`,
          query.status !== undefined && sql`record.status = ${param('status')}`,
          query.source !== undefined && sql`record.source = ${param('source')}`,
          query.company_id !== undefined && sql`record.company_id = ${param('company_id')}`,
          query.application_id !== undefined && sql`record.application_id = ${param('application_id')}`,
          query.strategy_id !== undefined && sql`record.strategy_id = ${param('strategy_id')}`,
          query.external_id !== undefined && sql`record.external_id = ${param('external_id')}`,
          query.search !== undefined && anywhere,
        ]),
      )
      .select([...qualifiedColumns('record', Own), companyColumn, applicationColumn, strategyColumn]),
  bySort({ schema: Contact, expressions: referenceNames }),
)

/** Returns a page of contacts. */
export const listContacts = list

/** Returns one contact by id; throws `not_found`. */
export const readContact = one
