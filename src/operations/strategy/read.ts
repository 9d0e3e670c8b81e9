import { sql } from 'kysely'
import { z } from 'zod'
import type { Read } from '../../database/read.ts'
import { all, param, statement } from '../../database/statement.ts'
import { db } from '../../database/tables.ts'
import { type DueDate, type DuePeriod, maxDueDates } from '../../record/due-date.ts'
import { qualifiedColumns } from '../../record/field.ts'
import { recordReads } from '../../record/list/reads.ts'
import { bySort } from '../../record/list/sort.ts'
import { Named } from '../../record/named.ts'
import { enumOf } from '../../record/rules/enumeration.ts'
import { listQuery, ofCompany, ofOwner } from '../list-query.ts'
import { applicationColumn, companyColumn, ownerColumn, referenceNames } from '../references.ts'
import { strategyStatuses } from '../vocabulary.ts'
import { StoredStrategy } from './strategy.ts'

const Own = StoredStrategy.omit({ deleted_at: true, company_id: true, application_id: true, owner_id: true })

/** A strategy, as answers show it. */
export const Strategy = Own.extend({
  company: Named.nullable(),
  application: Named.nullable(),
  owner: Named.nullable(),
  keywords_count: z.int().min(0),
})
export type Strategy = z.output<typeof Strategy>

/** Query of the strategy list. */
export const StrategyQuery = z.object({
  status: enumOf(strategyStatuses).optional(),
  company_id: ofCompany,
  owner_id: ofOwner,
  ...listQuery,
})
export type StrategyQuery = z.output<typeof StrategyQuery>

const keywordsCount = sql<number>`(
  select count(*) from keywords where strategy_id = record.id and deleted_at is null
)`

const { list, one } = recordReads<Strategy, StrategyQuery>(
  'strategies',
  { status: 'active', search: '%launch%' },
  (query) =>
    db
      .selectFrom('strategies as record')
      .where(
        all([
          sql`record.deleted_at is null`,
          query.status !== undefined && sql`record.status = ${param('status')}`,
          query.company_id !== undefined && sql`record.company_id = ${param('company_id')}`,
          query.owner_id !== undefined && sql`record.owner_id = ${param('owner_id')}`,
          query.search !== undefined && sql`record.name ilike ${param('search')}`,
        ]),
      )
      .select([
        ...qualifiedColumns('record', Own),
        companyColumn,
        applicationColumn,
        ownerColumn,
        keywordsCount.as('keywords_count'),
      ]),
  bySort({
    schema: Strategy,
    expressions: { ...referenceNames, keywords_count: keywordsCount },
  }),
)

/** Returns a page of strategies. */
export const listStrategies = list

/** Returns one strategy by id; throws `not_found`. */
export const readStrategy = one

/** Returns the ends of active and paused strategies in the period: at most 500. */
export function listOperationsDueDates(read: Read, period: DuePeriod): Promise<DueDate[]> {
  return read(selectDue(period))
}

const selectDue = statement(
  'due_dates.of_operations',
  { from: '2026-11-01', to: '2026-11-30' },
  () => sql<DueDate>`
      select 'strategy' as record_type, id, name as title, ends_on as date from strategies
      where deleted_at is null and status in ('active', 'paused')
        and ends_on between ${param('from')}::date and ${param('to')}::date
      order by ends_on, id limit ${sql.lit(maxDueDates)}`,
)
