import { sql } from 'kysely'
import { z } from 'zod'
import type { Read } from '../../database/read.ts'
import { all, param } from '../../database/statement.ts'
import { db } from '../../database/tables.ts'
import { qualifiedColumns } from '../../record/field.ts'
import { recordReads } from '../../record/list/reads.ts'
import { enumOf } from '../../record/rules/enumeration.ts'
import { evidenceColumn } from '../evidence/field.ts'
import { linkedFields, withEvidence } from '../evidence/read.ts'
import { recordFilters, recordQuery, withSlugWarnings } from '../list/filter.ts'
import { portfolioOrder } from '../list/order.ts'
import { withOrderedPeriods } from '../list/period.ts'
import { directionSlugColumn, productSlugColumn } from '../place/slugs.ts'
import { currentOnly, includeRetracted, isCurrent } from '../retraction/retraction.ts'
import { confidenceLevels, economicsStatuses } from '../vocabulary.ts'
import { Economics, StoredEconomics } from './economics.ts'

/** An economics summary, with its evidence and the records that cite it. */
export const EconomicsDetail = Economics.extend(linkedFields)

/** Query of the economics list. */
export const EconomicsQuery = withOrderedPeriods(
  z.object({
    ...recordQuery,
    status: enumOf(economicsStatuses).optional(),
    confidence_level: enumOf(confidenceLevels).optional(),
    include_retracted: includeRetracted,
  }),
)
export type EconomicsQuery = z.output<typeof EconomicsQuery>

const columns = qualifiedColumns('record', StoredEconomics.omit({ credential: true, evidence: true }))

const reads = recordReads<Economics, EconomicsQuery>(
  'economics',
  { product_slug: 'qr-scanner', since: '2026-11-01' },
  (query) =>
    db
      .selectFrom('economics as record')
      .where(
        all([
          recordFilters(query),
          query.include_retracted === false && isCurrent,
          query.status !== undefined && sql`record.economics_status = ${param('status')}`,
          query.confidence_level !== undefined && sql`record.confidence_level = ${param('confidence_level')}`,
        ]),
      )
      .select([...columns, evidenceColumn, directionSlugColumn, productSlugColumn]),
  portfolioOrder({ schema: Economics, literals: ['include_retracted'] }),
)

/** Returns a page of economics summaries, newest first. */
export const listEconomics = withSlugWarnings((read, query: EconomicsQuery) =>
  reads.list(read, currentOnly(query)),
)

/** Returns one record by id; throws `not_found`. */
export const readEconomics = reads.one

/** Returns one record with its links to other records; throws `not_found`. */
export const showEconomics = withEvidence('economics', reads.one)

/** Returns the newest records that match and are not retracted. */
export function latestEconomics(read: Read, query: Partial<EconomicsQuery>, limit: number) {
  return reads.latest(read, currentOnly(query), limit)
}
