import { defineEntity, p } from '@mikro-orm/core'
import { z } from 'zod'
import { users } from '../../access/user.ts'
import { country } from '../../record/country.ts'
import { columns, field, rules } from '../../record/field.ts'
import { Id, Reference } from '../../record/id.ts'
import { link } from '../../record/link.ts'
import { nullable } from '../../record/rule.ts'
import { stored, unsettable } from '../../record/stored.ts'
import { term, values } from '../../record/term.ts'
import { text } from '../../record/text.ts'
import { removable } from '../removable.ts'
import { companyStatuses } from '../vocabulary.ts'

const fields = {
  ...stored,
  ...removable,
  name: field(text(255), p.text()),
  legal_name: field(nullable(text(255)), p.text().strictNullable().default(null)),
  website: field(nullable(link), p.text().strictNullable().default(null)),
  country: field(nullable(country), p.text().strictNullable().default(null)),
  status: field(term(companyStatuses), p.enum(values(companyStatuses)).default('active')),
  owner_id: field(
    Id.nullable(),
    p.manyToOne(users).mapToPk().fieldName('owner_id').strictNullable().default(null),
  ),
  description: field(nullable(text(5000)), p.text().strictNullable().default(null)),
}

/** A company that is worked with. */
export const companies = defineEntity({
  name: 'company',
  tableName: 'companies',
  properties: columns(fields),
  indexes: [
    {
      name: 'companies_name_taken',
      expression:
        'create unique index "companies_name_taken" on "companies" (lower("name")) where "deleted_at" is null',
    },
    { name: 'companies_owner', properties: ['owner_id', 'id'] },
  ],
})
export const StoredCompany = z.object(rules(fields))
export type StoredCompany = z.output<typeof StoredCompany>

const settable = StoredCompany.omit({ ...unsettable, deleted_at: true, owner_id: true })
  .extend({ owner_id: nullable(Reference).describe('Named by admins only') })
  .partial()

/** What creates a company: its name. */
export const NewCompany = settable
  .required({ name: true })
  .meta({ examples: [{ name: 'Northwind Apps', website: 'https://northwind.example', country: 'DE' }] })
export type NewCompany = z.output<typeof NewCompany>

/** What changes a company: any of its fields. */
export const CompanyChange = settable.meta({ examples: [{ status: 'paused' }] })
export type CompanyChange = z.output<typeof CompanyChange>
