import { sql } from 'kysely'
import { z } from 'zod'
import type { Read } from '../../database/read.ts'
import { all, param } from '../../database/statement.ts'
import { db } from '../../database/tables.ts'
import { qualifiedColumns } from '../../record/field.ts'
import { recordReads } from '../../record/list/reads.ts'
import type { Page } from '../../record/list/record-list.ts'
import { bySort } from '../../record/list/sort.ts'
import { Named } from '../../record/named.ts'
import { enumOf } from '../../record/rules/enumeration.ts'
import { Reference } from '../../record/rules/id.ts'
import { aliasOf } from '../../record/rules/rule.ts'
import { listQuery, ofCompany, ofStrategy } from '../list-query.ts'
import { applicationColumn, companyColumn, referenceNames, requiredStrategyColumn } from '../references.ts'
import { keywordStatuses } from '../vocabulary.ts'
import { StoredKeyword } from './keyword.ts'

const Own = StoredKeyword.omit({
  deleted_at: true,
  strategy_id: true,
  company_id: true,
  application_id: true,
})

/** A keyword, as answers show it. */
export const Keyword = Own.extend({
  strategy: Named,
  company: Named.nullable(),
  application: Named.nullable(),
})
export type Keyword = z.output<typeof Keyword>

/** Query of the keyword list. */
export const KeywordQuery = z.object({
  strategy_id: ofStrategy,
  strategy: aliasOf('strategy_id', Reference),
  company_id: ofCompany,
  company: aliasOf('company_id', Reference),
  status: enumOf(keywordStatuses).optional(),
  ...listQuery,
})
export type KeywordQuery = z.output<typeof KeywordQuery>

const { list, one } = recordReads<Keyword, KeywordQuery>(
  'keywords',
  { search: '%qr%' },
  (query) =>
    db
      .selectFrom('keywords as record')
      .where(
        all([
          sql`record.deleted_at is null`,
          query.strategy_id !== undefined && sql`record.strategy_id = ${param('strategy_id')}`,
          query.company_id !== undefined && sql`record.company_id = ${param('company_id')}`,
          query.status !== undefined && sql`record.status = ${param('status')}`,
          query.search !== undefined && sql`record.keyword ilike ${param('search')}`,
        ]),
      )
      .select([...qualifiedColumns('record', Own), requiredStrategyColumn, companyColumn, applicationColumn]),
  bySort({
    schema: Keyword,
    expressions: { ...referenceNames, name: sql.ref('record.keyword') },
  }),
)

/** Returns a page of keywords. */
export function listKeywords(read: Read, query: KeywordQuery): Promise<Page<Keyword>> {
  const { strategy, company, ...rest } = query
  return list(read, {
    ...rest,
    strategy_id: query.strategy_id ?? strategy,
    company_id: query.company_id ?? company,
  })
}

/** Returns one keyword by id; throws `not_found`. */
export const readKeyword = one
