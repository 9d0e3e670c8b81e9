import { sql } from 'kysely'
import { z } from 'zod'
import { all, param } from '../../database/statement.ts'
import { selected } from '../../record/field.ts'
import { Reference } from '../../record/id.ts'
import { term } from '../../record/term.ts'
import { application, company, Named, owner } from '../named.ts'
import { listQuery, reads } from '../reads.ts'
import { operationsTables } from '../tables.ts'
import { strategyStatuses } from '../vocabulary.ts'
import { StoredStrategy } from './strategy.ts'

const Own = StoredStrategy.omit({ deleted_at: true, company_id: true, application_id: true, owner_id: true })

/** A strategy as it is answered. */
export const Strategy = Own.extend({
  company: Named.nullable(),
  application: Named.nullable(),
  owner: Named.nullable(),
  keywords_count: z.int().min(0),
})
export type Strategy = z.output<typeof Strategy>

/** What a list of strategies may be narrowed by. */
export const StrategyQuery = z.object({
  status: term(strategyStatuses).optional(),
  company_id: Reference.optional().describe('Only what belongs to this company'),
  owner_id: Reference.optional().describe('Only what this user owns'),
  ...listQuery,
})
export type StrategyQuery = z.output<typeof StrategyQuery>

const keywordsCount = sql<number>`(
  select count(*) from keywords where strategy_id = record.id and deleted_at is null
)`.as('keywords_count')

const { list, one } = reads<Strategy, StrategyQuery>((query) =>
  operationsTables
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
    .select([...selected('record', Own), company, application, owner, keywordsCount]),
)

/** A page of strategies. */
export const listStrategies = list

/** One strategy by its number; throws where there is none. */
export const readStrategy = one
