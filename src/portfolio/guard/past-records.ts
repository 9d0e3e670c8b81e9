import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { Read } from '../../database/read.ts'
import { param, statement, statementOf } from '../../database/statement.ts'
import { type Phrase, phrase } from '../../language/phrase.ts'
import { type KindName, kinds } from '../kinds.ts'
import { records } from '../records.ts'
import { placeFields } from './names.ts'
import type { PastEntry } from './past-writes.ts'
import { guardPlace, type Placed, type PlaceRows, placeIds, placesOf } from './place.ts'
import { type Author, type GuardedWrite, guardedWrite } from './values.ts'

type Values = Record<string, unknown>
type PlaceKind = 'product' | 'direction' | 'app'

/** Why a write cannot be rebuilt. */
const notRebuilt = {
  gone: phrase('trial.recordGone'),
  changed: phrase('trial.recordChanged'),
} as const

/**
 * The records of the portfolio as they were: today's rows, from which the entries of the history are taken back, newest
 * first. Only the fields that later entries changed are kept, and the columns of places that guards read.
 */
export class PastRecords {
  readonly #read: Read
  readonly #earlier = new Map<string, Values>()
  readonly #places = new Map<string, Values>()
  #rows = new Map<string, Values>()

  constructor(read: Read) {
    this.#read = read
  }

  /** Reads the rows of the records of these entries, and the products, directions and apps that they belonged to. */
  async load(entries: readonly PastEntry[]): Promise<void> {
    this.#rows = new Map()
    for (const [kind, ofKind] of Map.groupBy(entries, ({ record_type }) => record_type)) {
      if (kind === 'direction') continue
      const ids = [...new Set(ofKind.map(({ record_id }) => record_id))]
      for (const row of await this.#read<Values>(statementOf(selectRows(kind, ids))))
        this.#rows.set(keyOf(kind, row.id), row)
    }
    await this.#loadPlaces('app', this.#placeIds(entries, 'app_id'))
    await this.#loadPlaces('product', this.#placeIds(entries, 'product_id'))
    if (![...this.#places.keys()].some((key) => key.startsWith('direction ')))
      await this.#loadPlaces('direction')
  }

  /** Returns the write of an entry as the gate saw it, or why it cannot be rebuilt. */
  rebuild(entry: PastEntry, today: string): GuardedWrite | { reason: Phrase } {
    const states = this.#statesOf(entry)
    if ('reason' in states) return states
    const { record_type, record_id, fields, actor, surface } = entry
    const save = { record_type, record_id, ...states, fields: fields ?? [] }
    const author: Author = { by: actor, surface, today }
    const [after, before] = placesOf(save).map((placed) => guardPlace(placed, this.#placeRows(placed)))
    return after ? guardedWrite(save, author, [after, before]) : { reason: notRebuilt.gone }
  }

  /** Takes an entry back: from then on its record is as it was before. */
  rollBack({ record_type, record_id, event, changes }: PastEntry): void {
    const key = keyOf(record_type, record_id)
    if (event === 'created') this.#earlier.delete(key)
    else this.#earlier.set(key, { ...this.#earlier.get(key), ...side(changes, 'from') })
  }

  #statesOf(entry: PastEntry): { before: Values | null; after: Values } | { reason: Phrase } {
    const { record_type, record_id, event, changes } = entry
    if (event === 'created') return { before: null, after: creation(entry) }
    const after = this.#at(record_type, record_id, this.#rows)
    if (!after) return { reason: notRebuilt.gone }
    const isKnown = Object.entries(changes).every(
      ([name, { to }]) => !(name in after) || isDeepStrictEqual(after[name], to),
    )
    if (!isKnown) return { reason: notRebuilt.changed }
    return { before: { ...after, ...side(changes, 'from') }, after }
  }

  #at(kind: KindName, id: unknown, rows: ReadonlyMap<string, Values>): Values | null {
    const key = keyOf(kind, id)
    const [row, earlier] = [rows.get(key), this.#earlier.get(key)]
    return row || (earlier && kind === 'direction') ? { id, ...row, ...earlier } : null
  }

  #placeRows(placed: Placed): PlaceRows {
    const { product_id, direction_id, app_id } = placeIds(placed)
    const product = this.#place('product', product_id)
    const direction = this.#place('direction', direction_id ?? product?.direction_id)
    return {
      product,
      direction,
      direction_id: (direction?.id as number | undefined) ?? null,
      app: this.#place('app', app_id),
    }
  }

  #place(kind: PlaceKind, id: unknown): Values | null {
    return id == null ? null : this.#at(kind, id, this.#places)
  }

  // The place of a record may have changed between today and each of the entries.
  #placeIds(entries: readonly PastEntry[], column: 'product_id' | 'app_id'): number[] {
    const ids = entries.flatMap(({ record_type, record_id, changes }) => {
      const key = keyOf(record_type, record_id)
      const { from, to } = changes[column] ?? {}
      return [this.#rows.get(key)?.[column], this.#earlier.get(key)?.[column], from, to]
    })
    return [...new Set(ids)].filter((id) => typeof id === 'number')
  }

  async #loadPlaces(kind: PlaceKind, ids?: number[]): Promise<void> {
    const missing = ids?.filter((id) => !this.#places.has(keyOf(kind, id)))
    if (missing?.length === 0) return
    const rows = await this.#read<Values>(
      kind === 'direction' ? selectDirections({}) : selectPlaces[kind]({ ids: missing ?? [] }),
    )
    for (const row of rows) this.#places.set(keyOf(kind, row.id), row)
  }
}

function keyOf(kind: KindName, id: unknown): string {
  return `${kind} ${id}`
}

function side(changes: PastEntry['changes'], name: 'from' | 'to'): Values {
  return Object.fromEntries(Object.entries(changes).map(([field, value]) => [field, value[name]]))
}

// Every value of a new record is in its entry, so its row may be deleted.
function creation({ record_id: id, changes, actor, created_at }: PastEntry): Values {
  const authors = { created_by: actor, updated_by: actor }
  return { ...side(changes, 'to'), id, created_at, updated_at: created_at, ...authors }
}

/** Returns the SELECT of the columns of records that guards read. */
export function selectColumns(kind: Exclude<KindName, 'direction'>) {
  const columns = Object.keys(records[kind].stored.shape)
  return sql<
    Values & { id: number }
  >`select ${sql.join(columns.map((name) => sql.ref(name)))} from ${sql.table(kinds[kind].table)}`
}

const selectRows = (kind: Exclude<KindName, 'direction'>, ids: number[]) =>
  sql<Values>`${selectColumns(kind)} where id = any(${ids}::bigint[])`

const placeColumns = (kind: PlaceKind) =>
  sql.join(placeFields[kind].filter((name) => name !== 'is_canonical').map((name) => sql.ref(name)))

const selectDirections = statement(
  'guards.past_directions',
  {},
  () => sql<Values>`select id, ${placeColumns('direction')} from directions`,
)

const selectPlaces = {
  product: statement(
    'guards.past_products',
    { ids: [7] },
    () =>
      sql<Values>`select id, direction_id, ${placeColumns('product')} from products where id = any(${param('ids')}::bigint[])`,
  ),
  app: statement(
    'guards.past_apps',
    { ids: [7] },
    () => sql<Values>`select id, ${placeColumns('app')} from apps where id = any(${param('ids')}::bigint[])`,
  ),
}
