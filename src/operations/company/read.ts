import { sql } from 'kysely'
import { z } from 'zod'
import { all, param } from '../../database/statement.ts'
import { db } from '../../database/tables.ts'
import { qualifiedColumns } from '../../record/field.ts'
import { recordReads } from '../../record/list/reads.ts'
import { bySort } from '../../record/list/sort.ts'
import { Named } from '../../record/named.ts'
import { enumOf } from '../../record/rules/enumeration.ts'
import { listQuery, ofOwner } from '../list-query.ts'
import { ownerColumn, referenceNames } from '../references.ts'
import { companyStatuses } from '../vocabulary.ts'
import { StoredCompany } from './company.ts'

const Own = StoredCompany.omit({ deleted_at: true, owner_id: true })

/** A company, as answers show it. */
export const Company = Own.extend({ owner: Named.nullable(), applications_count: z.int().min(0) })
export type Company = z.output<typeof Company>

/** Query of the company list. */
export const CompanyQuery = z.object({
  status: enumOf(companyStatuses).optional(),
  owner_id: ofOwner,
  ...listQuery,
})
export type CompanyQuery = z.output<typeof CompanyQuery>

const applicationsCount = sql<number>`(
  select count(*) from applications where company_id = record.id and deleted_at is null
)`

const { list, one } = recordReads<Company, CompanyQuery>(
  'companies',
  { status: 'active', search: '%north%' },
  (query) =>
    db
      .selectFrom('companies as record')
      .where(
        all([
          sql`record.deleted_at is null`,
          query.status !== undefined && sql`record.status = ${param('status')}`,
          query.owner_id !== undefined && sql`record.owner_id = ${param('owner_id')}`,
          query.search !== undefined && anywhere,
        ]),
      )
      .select([...qualifiedColumns('record', Own), ownerColumn, applicationsCount.as('applications_count')]),
  bySort({
    schema: Company,
    expressions: { ...referenceNames, applications_count: applicationsCount },
  }),
)

const anywhere = sql`(record.name ilike ${param('search')} or record.legal_name ilike ${param('search')})`

/** Returns a page of companies. */
export const listCompanies = list

/** Returns one company by id; throws `not_found`. */
export const readCompany = one
