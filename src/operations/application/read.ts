import { sql } from 'kysely'
import { z } from 'zod'
import type { Read } from '../../database/read.ts'
import type { Page } from '../../database/record-reads.ts'
import { all, param } from '../../database/statement.ts'
import { selected } from '../../record/field.ts'
import { flag } from '../../record/flag.ts'
import { Reference } from '../../record/id.ts'
import { isFields } from '../../record/rule.ts'
import { term } from '../../record/term.ts'
import { company, Named, owner } from '../named.ts'
import { listQuery, reads } from '../reads.ts'
import { operationsTables } from '../tables.ts'
import { applicationPlatforms, applicationStatuses } from '../vocabulary.ts'
import { StoredApplication } from './application.ts'

const Own = StoredApplication.omit({
  deleted_at: true,
  status_before: true,
  company_id: true,
  owner_id: true,
})

/** An application as it is answered. */
export const Application = Own.extend({ company: Named.nullable(), owner: Named.nullable() })
export type Application = z.output<typeof Application>

/** What a list of applications may be narrowed by. */
export const ApplicationQuery = z
  .object({
    status: term(applicationStatuses).optional(),
    platform: term(applicationPlatforms).optional(),
    company_id: Reference.optional().describe('Only what belongs to this company'),
    owner_id: Reference.optional().describe('Only what this user owns'),
    without_owner: flag.optional().describe('1: only applications without an owner'),
    include_archived: flag.optional().describe('1: archived ones as well; else only by status=archived'),
    ...listQuery,
  })
  .refine(({ without_owner, owner_id }) => !without_owner || owner_id === undefined, {
    path: ['without_owner'],
    params: { sentence: 'The {attr} field is prohibited when owner id is given.' },
    when: isFields,
  })
export type ApplicationQuery = z.output<typeof ApplicationQuery>

// `hidden` and `ownerless` are what two flags come to: a condition, or none.
type Query = ApplicationQuery & { hidden?: true | undefined; ownerless?: true | undefined }

const { list, one } = reads<Application, Query>((query) =>
  operationsTables
    .selectFrom('applications as record')
    .where(
      all([
        sql`record.deleted_at is null`,
        query.hidden === true && sql`record.status <> 'archived'`,
        query.status !== undefined && sql`record.status = ${param('status')}`,
        query.platform !== undefined && sql`record.platform = ${param('platform')}`,
        query.company_id !== undefined && sql`record.company_id = ${param('company_id')}`,
        query.owner_id !== undefined && sql`record.owner_id = ${param('owner_id')}`,
        query.ownerless === true && sql`record.owner_id is null`,
        query.search !== undefined &&
          sql`(record.name ilike ${param('search')} or record.native_id ilike ${param('search')})`,
      ]),
    )
    .select([...selected('record', Own), company, owner]),
)

/** A page of applications. Archived ones are in it only where they are asked for. */
export function listApplications(read: Read, query: ApplicationQuery): Promise<Page<Application>> {
  const { include_archived, without_owner, ...rest } = query
  const hidden = !include_archived && query.status === undefined ? true : undefined
  return list(read, { ...rest, hidden, ownerless: without_owner ? true : undefined })
}

/** One application by its number; throws where there is none. */
export const readApplication = one
