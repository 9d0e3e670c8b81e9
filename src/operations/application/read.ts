import { sql } from 'kysely'
import { z } from 'zod'
import type { Read } from '../../database/read.ts'
import { all, param } from '../../database/statement.ts'
import { db } from '../../database/tables.ts'
import { FieldName, fieldPhrase } from '../../language/phrase.ts'
import { qualifiedColumns } from '../../record/field.ts'
import { recordReads } from '../../record/list/reads.ts'
import type { Page } from '../../record/list/record-list.ts'
import { bySort } from '../../record/list/sort.ts'
import { Named } from '../../record/named.ts'
import { boolean } from '../../record/rules/boolean.ts'
import { translations } from '../../record/rules/description.ts'
import { enumOf } from '../../record/rules/enumeration.ts'
import { isObjectPayload } from '../../record/rules/rule.ts'
import { listQuery, ofCompany, ofOwner } from '../list-query.ts'
import { companyColumn, isWithoutOwner, ownerColumn, referenceNames } from '../references.ts'
import { applicationPlatforms, applicationStatuses } from '../vocabulary.ts'
import { appColumn, appName, LinkedApp } from './app.ts'
import { StoredApplication } from './application.ts'

const Own = StoredApplication.omit({
  deleted_at: true,
  status_before: true,
  company_id: true,
  owner_id: true,
  app_id: true,
})

/** An application, as answers show it. */
export const Application = Own.extend({
  company: Named.nullable(),
  owner: Named.nullable(),
  app: LinkedApp.nullable(),
})
export type Application = z.output<typeof Application>

/** Query of the application list. */
export const ApplicationQuery = z
  .object({
    status: enumOf(applicationStatuses).optional(),
    platform: enumOf(applicationPlatforms).optional(),
    company_id: ofCompany,
    owner_id: ofOwner,
    without_owner: boolean
      .optional()
      .describe('1: only applications without an owner, or whose owner is blocked')
      .register(translations, {
        ru: 'Да: только продвигаемые приложения без ответственного или с заблокированным ответственным',
      }),
    include_archived: boolean
      .optional()
      .describe('1: include archived applications; otherwise only status=archived returns them')
      .register(translations, {
        ru: 'Да: и приложения из архива; иначе их показывает только статус «В архиве»',
      }),
    ...listQuery,
  })
  .refine(({ without_owner, owner_id }) => !without_owner || owner_id === undefined, {
    path: ['without_owner'],
    params: { sentence: fieldPhrase('validation.prohibitedWith', { other: new FieldName('owner_id') }) },
    when: isObjectPayload,
  })
export type ApplicationQuery = z.output<typeof ApplicationQuery>

// `hidden` and `ownerless` are derived from two flags: each adds a condition if it is true.
type Flags = { hidden?: true | undefined; ownerless?: true | undefined }
type Query = ApplicationQuery & Flags

const { list, one } = recordReads<Application, Query>(
  'applications',
  { status: 'active', company_id: 1, ownerless: true, search: '%qr%' },
  (query) =>
    db
      .selectFrom('applications as record')
      .where(
        all([
          sql`record.deleted_at is null`,
          query.hidden === true && sql`record.status <> 'archived'`,
          query.status !== undefined && sql`record.status = ${param('status')}`,
          query.platform !== undefined && sql`record.platform = ${param('platform')}`,
          query.company_id !== undefined && sql`record.company_id = ${param('company_id')}`,
          query.owner_id !== undefined && sql`record.owner_id = ${param('owner_id')}`,
          query.ownerless === true && isWithoutOwner(sql.ref('record.owner_id')),
          query.search !== undefined &&
            sql`(record.name ilike ${param('search')} or record.native_id ilike ${param('search')})`,
        ]),
      )
      .select([...qualifiedColumns('record', Own), companyColumn, ownerColumn, appColumn]),
  bySort({ schema: Application, expressions: { ...referenceNames, app: appName } }),
)

/** Returns a page of applications, without archived ones unless the query asks for them. */
export function listApplications(read: Read, query: ApplicationQuery): Promise<Page<Application>> {
  const { include_archived, without_owner, ...rest } = query
  const hidden = !include_archived && query.status === undefined ? true : undefined
  return list(read, { ...rest, hidden, ownerless: without_owner ? true : undefined })
}

/** Returns one application by id; throws `not_found`. */
export const readApplication = one
