import { sql } from 'kysely'
import { z } from 'zod'
import type { Read } from '../../database/read.ts'
import { all, param } from '../../database/statement.ts'
import { db } from '../../database/tables.ts'
import { qualifiedColumns } from '../../record/field.ts'
import { recordReads } from '../../record/list/reads.ts'
import { enumOf } from '../../record/rules/enumeration.ts'
import { aliasOf } from '../../record/rules/rule.ts'
import { evidenceColumn } from '../evidence/field.ts'
import { linkedFields, withEvidence } from '../evidence/read.ts'
import { placedQuery, recordFilters, withSlugWarnings } from '../list/filter.ts'
import { portfolioOrder } from '../list/order.ts'
import { withOrderedPeriods } from '../list/period.ts'
import { placeSlugColumns } from '../place/slugs.ts'
import { currentOnly, includeRetracted, isCurrent } from '../retraction/retraction.ts'
import { confidenceLevels, severities, sourceLayers } from '../vocabulary.ts'
import { Insight, StoredInsight } from './insight.ts'

/** An insight, with its evidence and the records that cite it. */
export const InsightDetail = Insight.extend(linkedFields)

/** Query of the insight list. */
export const InsightQuery = withOrderedPeriods(
  z.object({
    ...placedQuery,
    source_layer: enumOf(sourceLayers).optional(),
    confidence_level: enumOf(confidenceLevels).optional(),
    impact_level: enumOf(severities).optional(),
    severity: aliasOf('impact_level', enumOf(severities)),
    include_retracted: includeRetracted,
  }),
)
export type InsightQuery = z.output<typeof InsightQuery>

const columns = qualifiedColumns('record', StoredInsight.omit({ credential: true, evidence: true }))

const reads = recordReads<Insight, InsightQuery>(
  'insights',
  { app_slug: 'qr-scanner-ios', q: '%price%' },
  (query) =>
    db
      .selectFrom('insights as record')
      .where(
        all([
          recordFilters(query),
          query.include_retracted === false && isCurrent,
          query.source_layer !== undefined && sql`record.source_layer = ${param('source_layer')}`,
          query.confidence_level !== undefined && sql`record.confidence_level = ${param('confidence_level')}`,
          query.impact_level !== undefined && sql`record.impact_level = ${param('impact_level')}`,
          query.severity !== undefined && sql`record.impact_level = ${param('severity')}`,
        ]),
      )
      .select([...columns, evidenceColumn, ...placeSlugColumns]),
  portfolioOrder({ schema: Insight, literals: ['include_retracted'] }),
)

/** Returns a page of insights, newest first. */
export const listInsights = withSlugWarnings((read, query: InsightQuery) =>
  reads.list(read, currentOnly(query)),
)

/** Returns one record by id; throws `not_found`. */
export const readInsight = reads.one

/** Returns one record with its links to other records; throws `not_found`. */
export const showInsight = withEvidence('insight', reads.one)

/** Returns the newest records that match and are not retracted. */
export function latestInsights(read: Read, query: Partial<InsightQuery>, limit: number) {
  return reads.latest(read, currentOnly(query), limit)
}
