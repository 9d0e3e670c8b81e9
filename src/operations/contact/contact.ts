import { defineEntity, p } from '@mikro-orm/core'
import { z } from 'zod'
import { baseFields, serverFields, Timestamp } from '../../record/base-fields.ts'
import { timestampColumn } from '../../record/column.ts'
import { columns, field, rules } from '../../record/field.ts'
import { linkable } from '../../record/linked-entity.ts'
import { labels } from '../../record/rules/description.ts'
import { email } from '../../record/rules/email.ts'
import { enumOf, values } from '../../record/rules/enumeration.ts'
import { Id, Reference } from '../../record/rules/id.ts'
import { withoutCredentials } from '../../record/rules/prose.ts'
import { nullable } from '../../record/rules/rule.ts'
import { text } from '../../record/rules/text.ts'
import { deletedAt } from '../../record/soft-delete.ts'
import { trigramIndex, wordsColumn, wordsIndex } from '../../record/text-search.ts'
import { applications } from '../application/application.ts'
import { companies } from '../company/company.ts'
import { strategies } from '../strategy/strategy.ts'
import { contactSources, contactStatuses } from '../vocabulary.ts'

const fields = {
  ...baseFields,
  ...deletedAt,
  name: field(withoutCredentials(text(255)).register(labels, { en: 'Name', ru: 'Имя' }), p.text()),
  email: field(nullable(withoutCredentials(email)), p.text().strictNullable().default(null)),
  phone: field(nullable(withoutCredentials(text(50))), p.text().strictNullable().default(null)),
  telegram: field(nullable(withoutCredentials(text(64))), p.text().strictNullable().default(null)),
  position: field(
    nullable(withoutCredentials(text(255))).register(labels, { en: 'Position', ru: 'Должность' }),
    p.text().strictNullable().default(null),
  ),
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
  status: field(enumOf(contactStatuses), p.enum(values(contactStatuses)).default('active')),
  source: field(enumOf(contactSources), p.enum(values(contactSources)).default('manual')),
  // The id of the contact at a bot. Set by bots and by imports.
  external_id: field(nullable(withoutCredentials(text(191))), p.text().strictNullable().default(null)),
  last_message_at: field(Timestamp.nullable(), timestampColumn().strictNullable().default(null)),
}

/** A person the business is in contact with. */
export const contacts = linkable(
  defineEntity({
    name: 'contact',
    tableName: 'contacts',
    properties: { ...columns(fields), ...wordsColumn('name', 'email', 'phone', 'telegram') },
    indexes: [
      wordsIndex('contacts', 'words'),
      {
        name: 'contacts_external_id_taken',
        expression:
          'create unique index "contacts_external_id_taken" on "contacts" ("external_id") where "deleted_at" is null',
      },
      { name: 'contacts_company', properties: ['company_id', 'id'] },
      { name: 'contacts_application', properties: ['application_id', 'id'] },
      { name: 'contacts_strategy', properties: ['strategy_id', 'id'] },
      trigramIndex('contacts', 'name', 'email'),
    ],
  }),
)
export const StoredContact = z.object(rules(fields))
export type StoredContact = z.output<typeof StoredContact>

declare module '../../database/tables.ts' {
  interface Tables {
    contacts: StoredContact
  }
}

const settable = StoredContact.omit({ ...serverFields, deleted_at: true, last_message_at: true })
  .extend({
    company_id: nullable(Reference),
    application_id: nullable(Reference),
    strategy_id: nullable(Reference),
    // Without a fixed default: it follows from the surface.
    source: enumOf(contactSources),
  })
  .partial()

/** Body that creates a contact: a name. */
export const NewContact = settable
  .required({ name: true })
  .meta({ examples: [{ name: 'Anna Weber', email: 'anna@northwind.example', position: 'Marketing' }] })
export type NewContact = z.output<typeof NewContact>

/** Body that changes a contact: any of its fields. */
export const ContactChange = settable.meta({ examples: [{ telegram: '@annaweber' }] })
export type ContactChange = z.output<typeof ContactChange>
