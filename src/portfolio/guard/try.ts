import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import type { Read } from '../../database/read.ts'
import { statementOf } from '../../database/statement.ts'
import { timeSlice } from '../../record/time-slice.ts'
import type { CanonRule } from '../canon-rule/canon-rule.ts'
import { type KindName, kindNames, kinds } from '../kinds.ts'
import { metGuards } from './evaluate.ts'
import type { Guard } from './guard.ts'
import { readPlaces } from './place.ts'

/** How many of the records that meet a condition are listed. */
export const maxTried = 20
const recordsPerRead = 500

/** A stored record that meets a condition. `failure` is why the condition could not be evaluated. */
type TriedRecord = { kind: KindName; id: number; title: string; failure?: string | undefined }

/** The number of records that were tried, and the first ones that meet the condition. */
export type Trial = { tried: number; met: TriedRecord[] }

type Values = Record<string, unknown> & { id: number }

/** Tries a condition on the stored records that a rule covers, each as a change that changes nothing, newest first. */
export async function tryGuard(
  read: Read,
  actor: Pick<Actor, 'by' | 'surface' | 'time_zone'>,
  rule: Pick<CanonRule, 'id' | 'title' | 'product_id' | 'direction_id'>,
  guard_when: string,
): Promise<Trial> {
  const guard: Guard = { ...rule, guard_when, guard_effect: 'warn', guard_message: null }
  const trial: Trial = { tried: 0, met: [] }
  const pause = timeSlice()
  for (const kind of kindNames) {
    if (kind === 'direction') continue
    for await (const records of recordsOf(read, kind)) {
      const places = await readPlaces(
        read,
        records.map((record) => ({ kind, id: record.id, own: record, record })),
      )
      for (const [index, record] of records.entries()) {
        await pause()
        const place = places[index]
        if (!place) continue
        const write = {
          kind,
          before: record,
          after: record,
          fields: [],
          actor,
          placeBefore: place,
          placeAfter: place,
        }
        const [met] = metGuards([guard], write)
        trial.tried += 1
        if (!met) continue
        trial.met.push({
          kind,
          id: record.id,
          title: String(record[kinds[kind].title]),
          failure: met.failure,
        })
        if (trial.met.length === maxTried) return trial
      }
    }
  }
  return trial
}

async function* recordsOf(read: Read, kind: KindName): AsyncGenerator<Values[]> {
  let before = Number.MAX_SAFE_INTEGER
  for (;;) {
    const query = sql<{ record: Values }>`
      select to_jsonb(record) - 'search' as record from ${sql.table(kinds[kind].table)} as record
      where id < ${before} order by id desc limit ${sql.lit(recordsPerRead)}`
    const rows: { record: Values }[] = await read(statementOf(query))
    const last = rows.at(-1)
    if (!last) return
    yield rows.map(({ record }) => record)
    before = last.record.id
  }
}
