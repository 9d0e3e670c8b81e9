import { isDeepStrictEqual } from 'node:util'
import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { isAdministrator } from '../../access/policy.ts'
import { readInTransaction } from '../../database/read.ts'
import { defaults } from '../../record/field.ts'
import { timeSlice } from '../../record/time-slice.ts'
import { StoredApp } from '../app/app.ts'
import { noteFailures } from '../guard/check.ts'
import { guardFault, metGuards } from '../guard/evaluate.ts'
import { guardsInForce } from '../guard/guard.ts'
import { settableFields } from '../guard/names.ts'
import { readPlaces } from '../guard/place.ts'
import { StoredProduct } from '../product/product.ts'
import type { ImportKind, Reject } from './import-kind.ts'
import type { NumberedRow } from './line-converter.ts'

type Values = Record<string, unknown>
type GuardedKind = keyof typeof schemas

const schemas = { product: StoredProduct, app: StoredApp }

/**
 * Returns the rows that the guards of canon rules let through, and rejects the others. An import stores no proposals: a
 * row that a person must decide on is rejected, unless an admin imports it.
 */
export async function guardRows(
  em: EntityManager,
  actor: Actor,
  { recordType, table }: Pick<ImportKind<unknown>, 'recordType' | 'table'>,
  { rows, columns }: { rows: NumberedRow[]; columns: string[] },
  reject: Reject,
): Promise<NumberedRow[]> {
  if (!(recordType in schemas)) return rows
  const kind = recordType as GuardedKind
  const guards = await guardsInForce(em)
  if (guards.length === 0) return rows
  const read = readInTransaction(em)
  const ids = rows.flatMap(({ row }) => (row.id == null ? [] : (row.id as number)))
  const stored = await read<{ record: Values & { id: number } }>({
    text: `select to_jsonb(record) - 'search' as record from ${table} as record where id = any($1)`,
    values: [ids],
  })
  const byId = new Map(stored.map(({ record }) => [record.id, record]))
  const writes = rows.map(({ row }) => writeOf(kind, row, byId.get(row.id as number), columns))
  const places = await readPlaces(
    read,
    writes.flatMap(({ id, before, after }) => {
      const own = before ?? after
      return [after, own].map((record) => ({ kind, id, own, record }))
    }),
  )
  const pause = timeSlice()
  const passed: NumberedRow[] = []
  for (const [index, line] of rows.entries()) {
    await pause()
    const [write, placeAfter, placeBefore] = [writes[index], places[2 * index], places[2 * index + 1]]
    const isWrite = write && placeAfter && placeBefore && write.fields.length > 0
    const met = isWrite ? metGuards(guards, { ...write, actor, placeAfter, placeBefore }) : []
    noteFailures(em, met)
    const stops = met.filter(
      ({ effect }) => effect === 'refuse' || (effect === 'propose' && !isAdministrator(actor)),
    )
    if (stops.length === 0) passed.push(line)
    else reject(line, { '': [guardFault(stops).message] })
  }
  return passed
}

// What storing a row would write: of a stored record the columns that the file replaces.
function writeOf(kind: GuardedKind, row: Values, before: Values | undefined, columns: string[]) {
  const id = (before?.id as number | undefined) ?? null
  const given = before ? columns : Object.keys(row)
  const sent = Object.fromEntries(given.map((name) => [name, row[name] ?? null]))
  const after = before ? { ...before, ...sent } : withDefaults(kind, sent)
  const changed = given.filter((name) => !isDeepStrictEqual(before?.[name] ?? null, sent[name]))
  return { kind, id, before: before ?? null, after, fields: settableFields(kind, changed) }
}

function withDefaults(kind: GuardedKind, row: Values): Values {
  const filled = Object.entries(schemas[kind].shape).map(([name, rule]) => [
    name,
    row[name] ?? defaults.get(rule)?.value ?? null,
  ])
  return { ...row, ...Object.fromEntries(filled) }
}
