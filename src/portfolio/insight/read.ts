import { sql } from 'kysely'
import { z } from 'zod'
import type { Read } from '../../database/read.ts'
import { all, param } from '../../database/statement.ts'
import { selected } from '../../record/field.ts'
import { term } from '../../record/term.ts'
import { placedQuery, recordFilters } from '../list/filter.ts'
import { recordReads } from '../list/reads.ts'
import { placeSlugColumns } from '../place/slugs.ts'
import { portfolioTables } from '../tables.ts'
import { confidenceLevels, severities, sourceLayers } from '../vocabulary.ts'
import { type Insight, StoredInsight } from './insight.ts'

/** What a list of insights may be narrowed by. */
export const InsightQuery = z.object({
  ...placedQuery,
  source_layer: term(sourceLayers).optional(),
  confidence_level: term(confidenceLevels).optional(),
  impact_level: term(severities).optional(),
  severity: term(severities).optional().describe('The same as impact_level'),
})
export type InsightQuery = z.output<typeof InsightQuery>

const columns = selected('record', StoredInsight.omit({ credential: true }))

const reads = recordReads<Insight, InsightQuery>((query) =>
  portfolioTables
    .selectFrom('insights as record')
    .where(
      all([
        recordFilters(query),
        query.source_layer !== undefined && sql`record.source_layer = ${param('source_layer')}`,
        query.confidence_level !== undefined && sql`record.confidence_level = ${param('confidence_level')}`,
        query.impact_level !== undefined && sql`record.impact_level = ${param('impact_level')}`,
        query.severity !== undefined && sql`record.impact_level = ${param('severity')}`,
      ]),
    )
    .select([...columns, ...placeSlugColumns]),
)

/** Insights, newest first. */
export async function listInsights(read: Read, query: InsightQuery) {
  const { rows, ...rest } = await reads.list(read, query)
  return { insights: rows, ...rest }
}

/** One of them by its number; throws where there is none. */
export const readInsight = reads.one

/** The newest of them that match. */
export const latestInsights = reads.latest

/** What `create` answers. */
export const insightAnswer = reads.answer
