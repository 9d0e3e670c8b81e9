import { defineEntity, p } from '@mikro-orm/core'
import { z } from 'zod'
import { users } from '../../access/user.ts'
import { instant } from '../../record/column.ts'
import { columns, field, rules } from '../../record/field.ts'
import { Id, Reference } from '../../record/id.ts'
import { link } from '../../record/link.ts'
import { required } from '../../record/required.ts'
import { nullable } from '../../record/rule.ts'
import { Instant, stored } from '../../record/stored.ts'
import { term, values } from '../../record/term.ts'
import { text } from '../../record/text.ts'
import { companies } from '../company/company.ts'
import { removable } from '../removable.ts'
import { applicationPlatforms, applicationStatuses } from '../vocabulary.ts'
import { indexes } from './indexes.ts'

const fields = {
  ...stored,
  ...removable,
  name: field(text(255), p.text()),
  platform: field(term(applicationPlatforms), p.enum(values(applicationPlatforms))),
  status: field(term(applicationStatuses), p.enum(values(applicationStatuses))),
  native_id: field(z.string(), p.text()),
  company_id: field(
    Id.nullable(),
    p.manyToOne(companies).mapToPk().fieldName('company_id').strictNullable().default(null),
  ),
  owner_id: field(
    Id.nullable(),
    p.manyToOne(users).mapToPk().fieldName('owner_id').strictNullable().default(null),
  ),
  store_url: field(nullable(link), p.text().strictNullable().default(null)),
  bundle_id: field(nullable(text(255)), p.text().strictNullable().default(null)),
  archived_at: field(Instant.nullable(), instant().strictNullable().default(null)),
  // What an archived application is again when it is restored.
  status_before: field(
    term(applicationStatuses).nullable(),
    p.enum(values(applicationStatuses)).strictNullable().default(null).hidden(),
  ),
}

/** An application that the company runs. */
export const applications = defineEntity({
  name: 'application',
  tableName: 'applications',
  properties: columns(fields),
  indexes,
})
export const StoredApplication = z.object(rules(fields))
export type StoredApplication = z.output<typeof StoredApplication>

const notBySetting = 'The selected {attr} is invalid. To archive an application, use archive.'
const settable = StoredApplication.pick({
  name: true,
  platform: true,
  store_url: true,
  bundle_id: true,
})
  .extend({
    status: required(
      term(applicationStatuses).refine((status) => status !== 'archived', {
        params: { sentence: notBySetting },
      }),
    ),
    company_id: nullable(Reference),
    owner_id: nullable(Reference).describe('Named by admins only'),
  })
  .partial()

/** What creates an application: its name, platform and status. */
export const NewApplication = settable.required({ name: true, platform: true, status: true }).meta({
  examples: [
    {
      name: 'Сканер QR',
      platform: 'android',
      status: 'active',
      bundle_id: 'com.example.qr',
      store_url: 'https://play.google.com/store/apps/details?id=com.example.qr',
    },
  ],
})
export type NewApplication = z.output<typeof NewApplication>

/** What changes an application. It is archived and restored by actions of their own. */
export const ApplicationChange = settable.meta({ examples: [{ status: 'paused' }] })
export type ApplicationChange = z.output<typeof ApplicationChange>
