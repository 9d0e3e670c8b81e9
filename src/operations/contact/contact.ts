import { defineEntity, p } from '@mikro-orm/core'
import { z } from 'zod'
import { instant } from '../../record/column.ts'
import { email } from '../../record/email.ts'
import { columns, field, rules } from '../../record/field.ts'
import { Id, Reference } from '../../record/id.ts'
import { nullable } from '../../record/rule.ts'
import { Instant, stored, unsettable } from '../../record/stored.ts'
import { term, values } from '../../record/term.ts'
import { text } from '../../record/text.ts'
import { applications } from '../application/application.ts'
import { companies } from '../company/company.ts'
import { removable } from '../removable.ts'
import { strategies } from '../strategy/strategy.ts'
import { contactSources, contactStatuses } from '../vocabulary.ts'

const fields = {
  ...stored,
  ...removable,
  name: field(text(255), p.text()),
  email: field(nullable(email), p.text().strictNullable().default(null)),
  phone: field(nullable(text(50)), p.text().strictNullable().default(null)),
  telegram: field(nullable(text(64)), p.text().strictNullable().default(null)),
  position: field(nullable(text(255)), p.text().strictNullable().default(null)),
  company_id: field(
    Id.nullable(),
    p.manyToOne(companies).mapToPk().fieldName('company_id').strictNullable().default(null),
  ),
  application_id: field(
    Id.nullable(),
    p.manyToOne(applications).mapToPk().fieldName('application_id').strictNullable().default(null),
  ),
  strategy_id: field(
    Id.nullable(),
    p.manyToOne(strategies).mapToPk().fieldName('strategy_id').strictNullable().default(null),
  ),
  status: field(term(contactStatuses), p.enum(values(contactStatuses)).default('active')),
  source: field(term(contactSources), p.enum(values(contactSources)).default('manual')),
  // How a bot knows the contact; set by bots, and by whoever brings contacts over from elsewhere.
  external_id: field(nullable(text(191)), p.text().strictNullable().default(null)),
  last_message_at: field(Instant.nullable(), instant().strictNullable().default(null)),
}

/** A person the company is in touch with. */
export const contacts = defineEntity({
  name: 'contact',
  tableName: 'contacts',
  properties: columns(fields),
  indexes: [
    {
      name: 'contacts_external_id_taken',
      expression:
        'create unique index "contacts_external_id_taken" on "contacts" ("external_id") where "deleted_at" is null',
    },
    { name: 'contacts_company', properties: ['company_id', 'id'] },
    { name: 'contacts_application', properties: ['application_id', 'id'] },
    { name: 'contacts_strategy', properties: ['strategy_id', 'id'] },
  ],
})
export const StoredContact = z.object(rules(fields))
export type StoredContact = z.output<typeof StoredContact>

const settable = StoredContact.omit({ ...unsettable, deleted_at: true, last_message_at: true })
  .extend({
    company_id: nullable(Reference),
    application_id: nullable(Reference),
    strategy_id: nullable(Reference),
    // Without a default of its own: it follows from the way a contact comes.
    source: term(contactSources),
  })
  .partial()

/** What creates a contact: a name. */
export const NewContact = settable
  .required({ name: true })
  .meta({ examples: [{ name: 'Anna Weber', email: 'anna@northwind.example', position: 'Marketing' }] })
export type NewContact = z.output<typeof NewContact>

/** What changes a contact: any of its fields. */
export const ContactChange = settable.meta({ examples: [{ telegram: '@annaweber' }] })
export type ContactChange = z.output<typeof ContactChange>
