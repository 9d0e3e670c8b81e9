import { sql } from 'kysely'
import { z } from 'zod'
import type { Read } from '../../database/read.ts'
import { all } from '../../database/statement.ts'
import { db } from '../../database/tables.ts'
import { qualifiedColumns } from '../../record/field.ts'
import { boolean } from '../../record/rules/boolean.ts'
import { translations } from '../../record/rules/description.ts'
import { enumOf } from '../../record/rules/enumeration.ts'
import { resourceFilters, resourceReads, serviceColumn, serviceResourceQuery } from '../resource-query.ts'
import { improvementStatuses } from '../vocabulary.ts'
import { Improvement, StoredImprovement } from './improvement.ts'

/** Query of the improvement list. */
export const ImprovementQuery = z.object({
  ...serviceResourceQuery,
  status: enumOf(improvementStatuses).optional(),
  include_done: boolean
    .default(false)
    .describe('1: include improvements that are done')
    .register(translations, { ru: 'Да: и готовые улучшения' }),
})
export type ImprovementQuery = z.output<typeof ImprovementQuery>

const columns = qualifiedColumns('record', StoredImprovement.omit({ service_id: true }))

const reads = resourceReads<
  Improvement,
  Omit<ImprovementQuery, 'include_done'> & { undone?: true | undefined }
>('improvements', { service_id: 1, status: 'planned' }, Improvement, (query) =>
  db
    .selectFrom('improvements as record')
    .where(all([resourceFilters(query, 'title'), query.undone === true && sql`record.status <> 'done'`]))
    .select([...columns, serviceColumn]),
)

/** Returns a page of improvements, newest first; without those that are done, unless the query asks for them. */
export function listImprovements(read: Read, { include_done, ...query }: ImprovementQuery) {
  const undone = include_done || query.status !== undefined ? undefined : true
  return reads.list(read, { ...query, undone })
}

/** Returns one record by id; throws `not_found`. */
export const readImprovement = reads.one
