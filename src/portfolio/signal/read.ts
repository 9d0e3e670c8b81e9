import { sql } from 'kysely'
import { z } from 'zod'
import { all, param } from '../../database/statement.ts'
import { db } from '../../database/tables.ts'
import { qualifiedColumns } from '../../record/field.ts'
import { recordReads } from '../../record/list/reads.ts'
import { boolean } from '../../record/rules/boolean.ts'
import { translations } from '../../record/rules/description.ts'
import { enumOf } from '../../record/rules/enumeration.ts'
import { linkedFields, withEvidence } from '../evidence/read.ts'
import { placedQuery, recordFilters, withSlugWarnings } from '../list/filter.ts'
import { portfolioOrder } from '../list/order.ts'
import { happenedIn, periodFilters, withOrderedPeriods } from '../list/period.ts'
import { placeSlugColumns } from '../place/slugs.ts'
import { isUnresolved, signalUrgency } from '../urgency.ts'
import { severities, signalStatuses, signalTypes } from '../vocabulary.ts'
import { Signal, StoredSignal } from './signal.ts'

/** A signal, with the records that cite it as evidence. */
export const SignalDetail = Signal.extend({ evidence_for: linkedFields.evidence_for })

/** Query of the signal list. */
export const SignalQuery = withOrderedPeriods(
  z.object({
    ...placedQuery,
    status: enumOf(signalStatuses).optional(),
    severity: enumOf(severities).optional(),
    signal_type: enumOf(signalTypes).optional(),
    unresolved: boolean
      .optional()
      .describe('1: only signals that are neither resolved nor dismissed; 0: only the others')
      .register(translations, {
        ru: 'Да: только сигналы, которые не решены и не отклонены; нет: только остальные',
      }),
    ...periodFilters('resolved'),
  }),
)
export type SignalQuery = z.output<typeof SignalQuery>

const columns = qualifiedColumns('record', StoredSignal.omit({ credential: true }))

type Filters = SignalQuery & {
  /** Only signals about no single app. */
  without_app?: true
}

const reads = recordReads<Signal, Filters>(
  'signals',
  { product_slug: 'qr-scanner', status: 'open', severity: 'high', unresolved: true, q: '%crash%' },
  (query) =>
    db
      .selectFrom('signals as record')
      .where(
        all([
          recordFilters(query),
          happenedIn(query, 'resolved'),
          query.status !== undefined && sql`record.status = ${param('status')}`,
          query.unresolved !== undefined && (query.unresolved ? isUnresolved : sql`not (${isUnresolved})`),
          query.without_app === true && sql`record.app_id is null`,
          query.severity !== undefined && sql`record.severity = ${param('severity')}`,
          query.signal_type !== undefined && sql`record.signal_type = ${param('signal_type')}`,
        ]),
      )
      .select([...columns, ...placeSlugColumns]),
  portfolioOrder({ schema: Signal, urgency: signalUrgency, literals: ['unresolved'] }),
)

/** Returns a page of signals, newest first. */
export const listSignals = withSlugWarnings(reads.list)

/** Returns one record by id; throws `not_found`. */
export const readSignal = reads.one

/** Returns one record with its links to other records; throws `not_found`. */
export const showSignal = withEvidence('signal', reads.one)

/** Returns the newest records that match. */
export const latestSignals = reads.latest
