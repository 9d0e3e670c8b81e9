import { sql } from 'kysely'
import { z } from 'zod'
import type { Read } from '../../database/read.ts'
import type { Page } from '../../database/record-reads.ts'
import { all, param } from '../../database/statement.ts'
import { selected } from '../../record/field.ts'
import { Reference } from '../../record/id.ts'
import { term } from '../../record/term.ts'
import { application, company, itsStrategy, Named } from '../named.ts'
import { listQuery, reads } from '../reads.ts'
import { operationsTables } from '../tables.ts'
import { keywordStatuses } from '../vocabulary.ts'
import { StoredKeyword } from './keyword.ts'

const Own = StoredKeyword.omit({
  deleted_at: true,
  strategy_id: true,
  company_id: true,
  application_id: true,
})

/** A keyword as it is answered. */
export const Keyword = Own.extend({
  strategy: Named,
  company: Named.nullable(),
  application: Named.nullable(),
})
export type Keyword = z.output<typeof Keyword>

/** What a list of keywords may be narrowed by. */
export const KeywordQuery = z.object({
  strategy_id: Reference.optional().describe('Only what belongs to this strategy'),
  strategy: Reference.optional().describe('The same as strategy_id'),
  company_id: Reference.optional().describe('Only what belongs to this company'),
  company: Reference.optional().describe('The same as company_id'),
  status: term(keywordStatuses).optional(),
  ...listQuery,
})
export type KeywordQuery = z.output<typeof KeywordQuery>

const { list, one } = reads<Keyword, KeywordQuery>(
  (query) =>
    operationsTables
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
      .select([...selected('record', Own), itsStrategy, company, application]),
  'keyword',
)

/** A page of keywords. */
export function listKeywords(read: Read, query: KeywordQuery): Promise<Page<Keyword>> {
  const { strategy, company, ...rest } = query
  return list(read, {
    ...rest,
    strategy_id: query.strategy_id ?? strategy,
    company_id: query.company_id ?? company,
  })
}

/** One keyword by its number; throws where there is none. */
export const readKeyword = one
