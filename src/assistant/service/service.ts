import { defineEntity, p } from '@mikro-orm/core'
import { z } from 'zod'
import { baseFields, serverFields } from '../../record/base-fields.ts'
import { columns, field, rules } from '../../record/field.ts'
import { enumOf, values } from '../../record/rules/enumeration.ts'
import { httpUrl } from '../../record/rules/http-url.ts'
import { Reference } from '../../record/rules/id.ts'
import { withoutCredentials } from '../../record/rules/prose.ts'
import { nullable } from '../../record/rules/rule.ts'
import { text } from '../../record/rules/text.ts'
import { wordsColumn } from '../../record/text-search.ts'
import { serviceStatuses } from '../vocabulary.ts'

const fields = {
  ...baseFields,
  name: field(withoutCredentials(text(255)), p.text()),
  slug: field(z.string(), p.text().unique('services_slug_taken')),
  description: field(nullable(withoutCredentials(text(10_000))), p.text().strictNullable().default(null)),
  url: field(nullable(withoutCredentials(httpUrl)), p.text().strictNullable().default(null)),
  repo_url: field(nullable(withoutCredentials(httpUrl)), p.text().strictNullable().default(null)),
  status: field(enumOf(serviceStatuses), p.enum(values(serviceStatuses)).default('active')),
  owner: field(nullable(withoutCredentials(text(255))), p.text().strictNullable().default(null)),
}

/** A service of the business, with improvements, tasks and bugs. */
export const services = defineEntity({
  name: 'service',
  tableName: 'services',
  properties: { ...columns(fields), ...wordsColumn('name', 'slug') },
})
export const Service = z.object(rules(fields))
export type Service = z.output<typeof Service>

declare module '../../database/tables.ts' {
  interface Tables {
    services: Service
  }
}

const settable = Service.omit({ ...serverFields, slug: true }).partial()

export const NewService = settable.required({ name: true }).meta({
  examples: [{ name: 'Landing pages', repo_url: 'https://git.company.test/landing', owner: 'Anna' }],
})
export type NewService = z.output<typeof NewService>

export const ServiceChange = settable.meta({ examples: [{ status: 'paused' }] })
export type ServiceChange = z.output<typeof ServiceChange>

/** The service of a record. A referenced service cannot be deleted. */
export const serviceReference = {
  service_id: field(
    nullable(Reference),
    p
      .manyToOne(services)
      .mapToPk()
      .fieldName('service_id')
      .deleteRule('no action')
      .strictNullable()
      .default(null),
  ),
}
