import { sql } from 'kysely'
import type { Read } from '../../database/read.ts'
import { statementOf } from '../../database/statement.ts'
import type { Provenance } from '../../record/provenance.ts'
import { timeSlice } from '../../record/time-slice.ts'
import { todayIn } from '../../record/time-zone.ts'
import { kinds, type RoutedKind, routedKinds } from '../kinds.ts'
import { operationsOn } from '../operations.ts'
import { guardsOfKind, metGuards } from './evaluate.ts'
import type { Guard } from './guard.ts'
import { selectColumns } from './past-records.ts'
import { placesOf, readPlaces } from './place.ts'
import type { TrialLimits } from './replay.ts'
import { guardedWrite } from './values.ts'

/** How many stored records of a kind are listed. */
export const maxStored = 20
const recordsPerRead = 200

/** The stored records of one kind that a guard would catch. */
export type Stored = {
  kind: RoutedKind
  caught: { id: number; title: string }[]
  /** The number of records on which the condition failed, by why. */
  failures: Map<string, number>
  tried: number
  /** Whether the time did not suffice for all. */
  isStopped: boolean
}

type Values = Record<string, unknown> & { id: number }

/**
 * Returns, of each kind, the newest stored records that a guard would catch if an agent created them today as they are, at
 * most 20.
 */
export async function findCaught(read: Read, guard: Guard, limits: TrialLimits): Promise<Stored[]> {
  const demanded = routedKinds.filter((kind) => guardsOfKind([guard], kind).length > 0)
  const results: Stored[] = []
  for (const [index, kind] of demanded.entries()) {
    // The kinds share the time that is left.
    const now = performance.now()
    const deadline = now + (limits.deadline - now) / (demanded.length - index)
    results.push(await findOfKind(read, guard, kind, { ...limits, deadline }))
  }
  return results
}

async function findOfKind(
  read: Read,
  guard: Guard,
  kind: RoutedKind,
  { deadline, time_zone }: TrialLimits,
): Promise<Stored> {
  const stored: Stored = { kind, caught: [], failures: new Map(), tried: 0, isStopped: false }
  const author = { by: agent, surface: 'http', today: todayIn(time_zone) } as const
  const pause = timeSlice()
  let last = Number.MAX_SAFE_INTEGER
  for (;;) {
    const rows: Values[] = await read(
      statementOf(
        sql<Values>`${selectColumns(kind)} where id < ${last} order by id desc limit ${sql.lit(recordsPerRead)}`,
      ),
    )
    const saves = rows.map((after) => ({
      record_type: kind,
      record_id: after.id,
      before: null,
      after,
      fields: sentFields(kind, after),
    }))
    const places = await readPlaces(read, saves.flatMap(placesOf))
    for (const [index, save] of saves.entries()) {
      await pause()
      const place = places[index]
      if (!place) continue
      stored.tried += 1
      const [met] = metGuards([guard], guardedWrite(save, author, [place]))
      if (met?.failure !== undefined)
        stored.failures.set(met.failure, (stored.failures.get(met.failure) ?? 0) + 1)
      else if (met) stored.caught.push({ id: save.record_id, title: String(save.after[kinds[kind].title]) })
      if (stored.caught.length === maxStored) return stored
    }
    if (rows.length < recordsPerRead) return stored
    stored.isStopped = performance.now() > deadline
    if (stored.isStopped) return stored
    last = rows.at(-1)?.id ?? 0
  }
}

const agent: Provenance = { type: 'portfolio_token', id: null, name: 'An agent' }

// A place has two names in the API, such as `product_id` and `product_slug`.
function sentFields(kind: RoutedKind, record: Values): string[] {
  const { shape } = operationsOn(kind).create.body
  return Object.entries(record).flatMap(([column, value]) =>
    value == null
      ? []
      : [column, column.replace(/^(product|direction|app)_id$/, '$1_slug')].filter(
          (name, index, names) => name in shape && names.indexOf(name) === index,
        ),
  )
}
