import { sql } from 'kysely'
import { z } from 'zod'
import { all, param } from '../../database/statement.ts'
import { selected } from '../../record/field.ts'
import { Reference } from '../../record/id.ts'
import { term } from '../../record/term.ts'
import { Named, owner } from '../named.ts'
import { listQuery, reads } from '../reads.ts'
import { operationsTables } from '../tables.ts'
import { companyStatuses } from '../vocabulary.ts'
import { StoredCompany } from './company.ts'

const Own = StoredCompany.omit({ deleted_at: true, owner_id: true })

/** A company as it is answered. */
export const Company = Own.extend({ owner: Named.nullable(), applications_count: z.int().min(0) })
export type Company = z.output<typeof Company>

/** What a list of companies may be narrowed by. */
export const CompanyQuery = z.object({
  status: term(companyStatuses).optional(),
  owner_id: Reference.optional().describe('Only what this user owns'),
  ...listQuery,
})
export type CompanyQuery = z.output<typeof CompanyQuery>

const { list, one } = reads<Company, CompanyQuery>((query) =>
  operationsTables
    .selectFrom('companies as record')
    .where(
      all([
        sql`record.deleted_at is null`,
        query.status !== undefined && sql`record.status = ${param('status')}`,
        query.owner_id !== undefined && sql`record.owner_id = ${param('owner_id')}`,
        query.search !== undefined && anywhere,
      ]),
    )
    .select([...selected('record', Own), owner, applicationsCount]),
)

const anywhere = sql`(record.name ilike ${param('search')} or record.legal_name ilike ${param('search')})`

const applicationsCount = sql<number>`(
  select count(*) from applications where company_id = record.id and deleted_at is null
)`.as('applications_count')

/** A page of companies. */
export const listCompanies = list

/** One company by its number; throws where there is none. */
export const readCompany = one
