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
import { severities, signalStatuses } from '../vocabulary.ts'
import { type Signal, StoredSignal } from './signal.ts'

/** What a list of signals may be narrowed by. */
export const SignalQuery = z.object({
  ...placedQuery,
  status: term(signalStatuses).optional(),
  severity: term(severities).optional(),
})
export type SignalQuery = z.output<typeof SignalQuery>

const columns = selected('record', StoredSignal.omit({ credential: true }))

const reads = recordReads<Signal, SignalQuery>((query) =>
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

/** Signals, newest first. */
export async function listSignals(read: Read, query: SignalQuery) {
  const { rows, ...rest } = await reads.list(read, query)
  return { signals: rows, ...rest }
}

/** One of them by its number; throws where there is none. */
export const readSignal = reads.one

/** The newest of them that match. */
export const latestSignals = reads.latest

/** What `create` answers. */
export const signalAnswer = reads.answer
