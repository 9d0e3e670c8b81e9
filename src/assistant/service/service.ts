import { defineEntity, p } from '@mikro-orm/core'
import { z } from 'zod'
import { columns, field, rules } from '../../record/field.ts'
import { link } from '../../record/link.ts'
import { nullable } from '../../record/rule.ts'
import { stored, unsettable } from '../../record/stored.ts'
import { term, values } from '../../record/term.ts'
import { text } from '../../record/text.ts'
import { serviceStatuses } from '../vocabulary.ts'

const fields = {
  ...stored,
  name: field(text(255), p.text()),
  slug: field(z.string(), p.text().unique('services_slug_taken')),
  description: field(nullable(text(10_000)), p.text().strictNullable().default(null)),
  url: field(nullable(link), p.text().strictNullable().default(null)),
  repo_url: field(nullable(link), p.text().strictNullable().default(null)),
  status: field(term(serviceStatuses), p.enum(values(serviceStatuses)).default('active')),
  owner: field(nullable(text(255)), p.text().strictNullable().default(null)),
}

/** A project of ours, which improvements, tasks and bugs are about. */
export const services = defineEntity({
  name: 'service',
  tableName: 'services',
  properties: columns(fields),
})
export const Service = z.object(rules(fields))
export type Service = z.output<typeof Service>

const settable = Service.omit({ ...unsettable, slug: true }).partial()

export const NewService = settable.required({ name: true }).meta({
  examples: [{ name: 'Landing pages', repo_url: 'https://git.company.test/landing', owner: 'Anna' }],
})
export type NewService = z.output<typeof NewService>

export const ServiceChange = settable.meta({ examples: [{ status: 'paused' }] })
export type ServiceChange = z.output<typeof ServiceChange>
