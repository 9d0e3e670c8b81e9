import { sql } from 'kysely'
import type { Read } from '../../database/read.ts'
import { param, statement } from '../../database/statement.ts'
import { isCurrent } from '../retraction/retraction.ts'
import { proposedField, proposedInPlace, proposedRecords } from './proposal.ts'
import {
  type Beside,
  best,
  inPlace,
  jsonRows,
  nothingBeside,
  openHere,
  type PlaceValues,
  placeInProduct,
  placeValues,
  type RecordPlace,
  type SimilarRecord,
} from './record.ts'

type Period = { period_start: string; period_end: string }

/**
 * Returns the economics of a place whose periods overlap a new one, and the proposals that would store such ones, with
 * the share of common days as score, and the unresolved signals there.
 */
export async function besidePeriod(
  read: Read,
  { period_start, period_end }: Period,
  place: RecordPlace,
): Promise<Beside> {
  const [found] = await read(selectPeriods({ period_start, period_end, ...placeValues(place) }))
  if (!found) return nothingBeside
  const { similar, open_here } = found
  return { similar: best(similar, 0), open_here }
}

const start = sql`${param('period_start')}::date`
const end = sql`${param('period_end')}::date`
const overlaps = sql`record.period_start <= ${end} and record.period_end >= ${start}`
const commonDays = sql`least(record.period_end, ${end}) - greatest(record.period_start, ${start}) + 1`
const allDays = sql`greatest(record.period_end, ${end}) - least(record.period_start, ${start}) + 1`

const selectPeriods = statement(
  'economics.overlapping',
  { product_id: 7, period_start: '2026-11-01', period_end: '2026-11-30' },
  (values: Period & PlaceValues) => {
    const columns = [
      'title',
      'economics_status',
      'period_start',
      'period_end',
      'retracted_at',
      'product_id',
      'direction_id',
    ]
    const similar = sql<SimilarRecord>`
      select 'economics' as kind, record.id, null as slug, record.title, record.economics_status as status,
        (${commonDays})::float8 / (${allDays}) as score, ${placeInProduct} as place
      from (${inPlace('economics', columns, values)}) as record where ${overlaps} and ${isCurrent}
      union all
      select 'proposal', record.id, null, record.title, 'proposed', (${commonDays})::float8 / (${allDays}), ${placeInProduct}
      from (
        select *, ${proposedField('period_start')}::date as period_start, ${proposedField('period_end')}::date as period_end
        from (${proposedRecords('economics')}) as proposed
      ) as record where ${overlaps} and ${proposedInPlace(values)}`
    return sql<Beside>`select ${jsonRows(similar)} as similar, ${openHere(values)}`
  },
)
