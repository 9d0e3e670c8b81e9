import { defineEntity, p } from '@mikro-orm/core'
import { z } from 'zod'
import { baseFields, serverFields } from '../../record/base-fields.ts'
import { columns, field, rules } from '../../record/field.ts'
import { country } from '../../record/rules/country.ts'
import { enumOf, values } from '../../record/rules/enumeration.ts'
import { httpUrl } from '../../record/rules/http-url.ts'
import { withoutCredentials } from '../../record/rules/prose.ts'
import { nullable } from '../../record/rules/rule.ts'
import { text } from '../../record/rules/text.ts'
import { deletedAt } from '../../record/soft-delete.ts'
import { wordsColumn, wordsIndex } from '../../record/text-search.ts'
import { ownerReference, settableOwner } from '../references.ts'
import { companyStatuses } from '../vocabulary.ts'

const fields = {
  ...baseFields,
  ...deletedAt,
  name: field(withoutCredentials(text(255)), p.text()),
  legal_name: field(nullable(withoutCredentials(text(255))), p.text().strictNullable().default(null)),
  website: field(nullable(withoutCredentials(httpUrl)), p.text().strictNullable().default(null)),
  country: field(nullable(country), p.text().strictNullable().default(null)),
  status: field(enumOf(companyStatuses), p.enum(values(companyStatuses)).default('active')),
  ...ownerReference,
  description: field(nullable(withoutCredentials(text(5000))), p.text().strictNullable().default(null)),
}

/** A company that the business works with. */
export const companies = defineEntity({
  name: 'company',
  tableName: 'companies',
  properties: { ...columns(fields), ...wordsColumn('name') },
  indexes: [
    wordsIndex('companies', 'words'),
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

declare module '../../database/tables.ts' {
  interface Tables {
    companies: StoredCompany
  }
}

const settable = StoredCompany.omit({ ...serverFields, deleted_at: true, owner_id: true })
  .extend(settableOwner)
  .partial()

/** Body that creates a company: a name. */
export const NewCompany = settable
  .required({ name: true })
  .meta({ examples: [{ name: 'Northwind Apps', website: 'https://northwind.example', country: 'DE' }] })
export type NewCompany = z.output<typeof NewCompany>

/** Body that changes a company: any of its fields. */
export const CompanyChange = settable.meta({ examples: [{ status: 'paused' }] })
export type CompanyChange = z.output<typeof CompanyChange>
