import { sql } from 'kysely'
import { z } from 'zod'
import type { Read } from '../../database/read.ts'
import { all, param } from '../../database/statement.ts'
import { selected } from '../../record/field.ts'
import { term } from '../../record/term.ts'
import { recordFilters, recordQuery } from '../list/filter.ts'
import { recordReads } from '../list/reads.ts'
import { directionSlugColumn, productSlugColumn } from '../place/slugs.ts'
import { portfolioTables } from '../tables.ts'
import { confidenceLevels, economicsStatuses } from '../vocabulary.ts'
import { type Economics, StoredEconomics } from './economics.ts'

/** What a list of economics may be narrowed by. */
export const EconomicsQuery = z.object({
  ...recordQuery,
  status: term(economicsStatuses).optional(),
  confidence_level: term(confidenceLevels).optional(),
})
export type EconomicsQuery = z.output<typeof EconomicsQuery>

const columns = selected('record', StoredEconomics.omit({ credential: true }))

const reads = recordReads<Economics, EconomicsQuery>((query) =>
  portfolioTables
    .selectFrom('economics as record')
    .where(
      all([
        recordFilters(query),
        query.status !== undefined && sql`record.economics_status = ${param('status')}`,
        query.confidence_level !== undefined && sql`record.confidence_level = ${param('confidence_level')}`,
      ]),
    )
    .select([...columns, directionSlugColumn, productSlugColumn]),
)

/** Economics, newest first. */
export async function listEconomics(read: Read, query: EconomicsQuery) {
  const { rows, ...rest } = await reads.list(read, query)
  return { economics: rows, ...rest }
}

/** One of them by its number; throws where there is none. */
export const readEconomics = reads.one

/** The newest of them that match. */
export const latestEconomics = reads.latest

/** What `create` answers. */
export const economicsAnswer = reads.answer
