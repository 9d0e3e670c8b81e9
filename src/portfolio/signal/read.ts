import { sql } from 'kysely'
import { z } from 'zod'
import type { Read } from '../../database/read.ts'
import { all, param } from '../../database/statement.ts'
import { enumOf } from '../../record/enumeration.ts'
import { qualifiedColumns } from '../../record/field.ts'
import { placedQuery, recordFilters } from '../list/filter.ts'
import { portfolioReads } from '../list/reads.ts'
import { placeSlugColumns } from '../place/slugs.ts'
import { portfolioTables } from '../tables.ts'
import { severities, signalStatuses } from '../vocabulary.ts'
import { Signal, StoredSignal } from './signal.ts'

/** Query of the signal list. */
export const SignalQuery = z.object({
  ...placedQuery,
  status: enumOf(signalStatuses).optional(),
  severity: enumOf(severities).optional(),
})
export type SignalQuery = z.output<typeof SignalQuery>

const columns = qualifiedColumns('record', StoredSignal.omit({ credential: true }))

const reads = portfolioReads<Signal, SignalQuery>(Signal, (query) =>
  portfolioTables
    .selectFrom('signals as record')
    .where(
      all([
        recordFilters(query),
        query.status !== undefined && sql`record.status = ${param('status')}`,
        query.severity !== undefined && sql`record.severity = ${param('severity')}`,
      ]),
    )
    .select([...columns, ...placeSlugColumns]),
)

/** Returns a page of signals, newest first. */
export async function listSignals(read: Read, query: SignalQuery) {
  const { rows, ...rest } = await reads.list(read, query)
  return { signals: rows, ...rest }
}

/** Returns one record by id; throws `not_found`. */
export const readSignal = reads.one

/** Returns the newest records that match. */
export const latestSignals = reads.latest

/** The SELECT that `createAndAnswer` shows a new record with. */
export const signalAnswer = reads.answer
