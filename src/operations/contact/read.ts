import { sql } from 'kysely'
import { z } from 'zod'
import { all, param } from '../../database/statement.ts'
import { selected } from '../../record/field.ts'
import { Reference } from '../../record/id.ts'
import { term } from '../../record/term.ts'
import { text } from '../../record/text.ts'
import { application, company, Named, strategy } from '../named.ts'
import { listQuery, reads } from '../reads.ts'
import { operationsTables } from '../tables.ts'
import { contactSources, contactStatuses } from '../vocabulary.ts'
import { StoredContact } from './contact.ts'

const Own = StoredContact.omit({
  deleted_at: true,
  company_id: true,
  application_id: true,
  strategy_id: true,
})

/** A contact as it is answered. */
export const Contact = Own.extend({
  company: Named.nullable(),
  application: Named.nullable(),
  strategy: Named.nullable(),
})
export type Contact = z.output<typeof Contact>

/** What a list of contacts may be narrowed by. */
export const ContactQuery = z.object({
  status: term(contactStatuses).optional(),
  source: term(contactSources).optional(),
  company_id: Reference.optional().describe('Only what belongs to this company'),
  application_id: Reference.optional().describe('Only what belongs to this application'),
  strategy_id: Reference.optional().describe('Only what belongs to this strategy'),
  external_id: text(191).optional().describe('Only the contact with this id of a bot'),
  ...listQuery,
})
export type ContactQuery = z.output<typeof ContactQuery>

const anywhere = sql`(record.name ilike ${param('search')} or record.email ilike ${param('search')}
  or record.phone ilike ${param('search')} or record.telegram ilike ${param('search')})`

const { list, one } = reads<Contact, ContactQuery>((query) =>
  operationsTables
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
    .select([...selected('record', Own), company, application, strategy]),
)

/** A page of contacts. */
export const listContacts = list

/** One contact by its number; throws where there is none. */
export const readContact = one
