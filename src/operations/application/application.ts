import { defineEntity, p } from '@mikro-orm/core'
import { z } from 'zod'
import { fieldPhrase, phrase } from '../../language/phrase.ts'
import { baseFields, Timestamp } from '../../record/base-fields.ts'
import { timestampColumn } from '../../record/column.ts'
import { columns, field, rules } from '../../record/field.ts'
import { linkable, linkTo } from '../../record/linked-entity.ts'
import { translations } from '../../record/rules/description.ts'
import { enumOf, values } from '../../record/rules/enumeration.ts'
import { httpUrl } from '../../record/rules/http-url.ts'
import { Id, Reference } from '../../record/rules/id.ts'
import { withoutCredentials } from '../../record/rules/prose.ts'
import { required } from '../../record/rules/required.ts'
import { nullable } from '../../record/rules/rule.ts'
import { Slug } from '../../record/rules/slug.ts'
import { text } from '../../record/rules/text.ts'
import { deletedAt } from '../../record/soft-delete.ts'
import { trigramIndex, wordsColumn, wordsIndex } from '../../record/text-search.ts'
import { companies } from '../company/company.ts'
import { ownerReference, settableOwner } from '../references.ts'
import { applicationPlatforms, applicationStatuses } from '../vocabulary.ts'

const fields = {
  ...baseFields,
  ...deletedAt,
  name: field(withoutCredentials(text(255)), p.text()),
  platform: field(enumOf(applicationPlatforms), p.enum(values(applicationPlatforms))),
  status: field(enumOf(applicationStatuses), p.enum(values(applicationStatuses))),
  native_id: field(z.string(), p.text()),
  company_id: field(
    Id.nullable(),
    p.manyToOne(companies).mapToPk().fieldName('company_id').strictNullable().default(null),
  ),
  // The foreign key is in the entity below: the app is a record of another module.
  app_id: field(Id.nullable(), p.bigint('number').strictNullable().default(null)),
  ...ownerReference,
  store_url: field(nullable(withoutCredentials(httpUrl)), p.text().strictNullable().default(null)),
  bundle_id: field(nullable(withoutCredentials(text(255))), p.text().strictNullable().default(null)),
  archived_at: field(Timestamp.nullable(), timestampColumn().strictNullable().default(null)),
  // The status that restoring an archived application brings back.
  status_before: field(
    enumOf(applicationStatuses).nullable(),
    p.enum(values(applicationStatuses)).strictNullable().default(null).hidden(),
  ),
}

/**
 * The indexes for the filters, orders and searches of application lists. All but those of searches contain only rows
 * that are not deleted.
 */
const indexes = [
  liveIndex('native_id_taken', '"native_id"', 'unique index'),
  liveIndex('company', '"company_id", "id"'),
  liveIndex('app', '"app_id", "id"'),
  liveIndex('bundle', '"bundle_id", "platform"'),
  liveIndex('owner', '"owner_id", "id"'),
  liveIndex('status', '"status", "id"'),
  liveIndex('platform', '"platform", "id"'),
  liveIndex('name', '"name", "id"'),
  liveIndex('created', '"created_at", "id"'),
  liveIndex('shown', '"id"', 'index', ` and "status" <> 'archived'`),
  liveIndex('ownerless', '"id"', 'index', ' and "owner_id" is null'),
  trigramIndex('applications', 'name', 'native_id'),
  wordsIndex('applications', 'words'),
]

function liveIndex(part: string, columns: string, kind: 'index' | 'unique index' = 'index', condition = '') {
  const name = `applications_${part}`
  return {
    name,
    expression: `create ${kind} "${name}" on "applications" (${columns}) where "deleted_at" is null${condition}`,
  }
}

/** A mobile or web application that the business runs. */
export const applications = linkable(
  defineEntity({
    name: 'application',
    tableName: 'applications',
    properties: {
      ...columns(fields),
      app_id: () => linkTo('app', 'app_id'),
      ...wordsColumn('name', 'native_id'),
    },
    indexes,
  }),
)
export const StoredApplication = z.object(rules(fields))
export type StoredApplication = z.output<typeof StoredApplication>

declare module '../../database/tables.ts' {
  interface Tables {
    applications: StoredApplication
  }
}

const archivedByActionOnly = fieldPhrase('validation.invalidBecause', {
  reason: phrase('reference.archivedByAction'),
})
const settable = StoredApplication.pick({
  name: true,
  platform: true,
  store_url: true,
  bundle_id: true,
})
  .extend({
    status: required(
      enumOf(applicationStatuses).refine((status) => status !== 'archived', {
        params: { sentence: archivedByActionOnly },
      }),
    ),
    company_id: nullable(Reference),
    app_slug: nullable(Slug)
      .describe('The app of the portfolio that the application is')
      .register(translations, { ru: 'Приложение портфеля, которое продвигается' }),
    ...settableOwner,
  })
  .partial()

/** Body that creates an application: a name, a platform and a status. */
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

/** Body that changes an application. Archiving and restoring are separate actions. */
export const ApplicationChange = settable.meta({ examples: [{ status: 'paused' }] })
export type ApplicationChange = z.output<typeof ApplicationChange>
