import { sql } from 'kysely'
import { z } from 'zod'
import type { Read } from '../../database/read.ts'
import { all } from '../../database/statement.ts'
import { selected } from '../../record/field.ts'
import { flag } from '../../record/flag.ts'
import { term } from '../../record/term.ts'
import { serviceColumn } from '../named.ts'
import { aboutServiceQuery, resourceFilters, resourceReads } from '../resource-reads.ts'
import { assistantTables } from '../tables.ts'
import { improvementStatuses } from '../vocabulary.ts'
import { type Improvement, StoredImprovement } from './improvement.ts'

/** What a list of improvements may be narrowed by. */
export const ImprovementQuery = z.object({
  ...aboutServiceQuery,
  status: term(improvementStatuses).optional(),
  include_done: flag.default(false).describe('1: those that are done as well'),
})
export type ImprovementQuery = z.output<typeof ImprovementQuery>

const columns = selected('record', StoredImprovement.omit({ service_id: true }))

const reads = resourceReads<
  Improvement,
  Omit<ImprovementQuery, 'include_done'> & { undone?: true | undefined }
>((query) =>
  assistantTables
    .selectFrom('improvements as record')
    .where(all([resourceFilters(query, 'title'), query.undone === true && sql`record.status <> 'done'`]))
    .select([...columns, serviceColumn]),
)

/** Improvements, newest first; without those that are done, unless they are asked for. */
export function listImprovements(read: Read, { include_done, ...query }: ImprovementQuery) {
  const undone = include_done || query.status !== undefined ? undefined : true
  return reads.list(read, { ...query, undone })
}

/** One of them by its number; throws where there is none. */
export const readImprovement = reads.one
