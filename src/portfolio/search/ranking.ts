import { type RawBuilder, sql } from 'kysely'
import { param } from '../../database/statement.ts'
import type { kinds } from '../kinds.ts'

type Kind = (typeof kinds)[keyof typeof kinds]

/** What the SQL of a search depends on. */
export type Shape = {
  relaxed?: boolean
  /** How many placed matches there are, and which of them have no further terms: `false,true`. */
  placedCount?: number
  placed?: string
  /** The products whose names contain an excluded term. */
  excluded_products?: number[]
}

const tsquery = sql`${param('tsquery')}::tsquery`
const any = sql`${param('any')}::tsquery`

/** Returns the condition that the record matches: by its own words, by the words of its place too, or by a name. */
export function matches(kind: Kind, values: Shape): RawBuilder<boolean> {
  const conditions = [
    ownMatch(kind, values),
    ...placedMatches(kind, values).map(({ condition }) => condition),
  ]
  if (!values.relaxed && kind.names.length > 0) conditions.push(namesContain(kind.names))
  return sql<boolean>`(${sql.join(conditions, sql` or `)})`
}

/** Returns how well a record that matches does so: from 0 to 1. */
export function score(kind: Kind, values: Shape): RawBuilder<number> {
  const placed = placedMatches(kind, values)
  return values.relaxed ? relaxedScore(placed) : fullScore(kind, placed)
}

// A match in the title counts more than any number of matches elsewhere, and a place less than the record itself.
function fullScore({ names }: Kind, placed: PlacedCondition[]): RawBuilder<number> {
  const own = sql`((record.search @@ ${tsquery})::int * ${titleScore(tsquery)})`
  const others = placed.map(({ condition, others }) =>
    others
      ? sql`case when ${condition} then 0.9 * ${titleScore(others)} end`
      : sql`case when ${condition} then 0.01 end`,
  )
  return sql`greatest(${sql.join([own, ...others, ...names.map(nameScore)])})`
}

const titleScore = (query: RawBuilder<unknown>) =>
  sql`((ts_filter(record.search, '{a}') @@ ${query})::int + least(ts_rank(record.search, ${query}), 1)) / 2`

// The number of terms that the record and its place contain decides.
function relaxedScore(placed: PlacedCondition[]): RawBuilder<number> {
  const own = sql`(select count(*) from unnest(${param('wanted')}::text[]) as term where record.search @@ term::tsquery)`
  const named = placed.map(
    ({ condition, named }) => sql`case when ${condition} then ${named}::int else 0 end`,
  )
  return sql`0.5 * least(1, (${own} + ${named.length > 0 ? sql`greatest(${sql.join(named)})` : sql`0`})::float8
      / cardinality(${param('wanted')}::text[]))
    + 0.1 * (ts_filter(record.search, '{a}') @@ ${any})::int + 0.1 * least(ts_rank(record.search, ${any}), 1)`
}

function ownMatch({ places }: Kind, values: Shape): RawBuilder<boolean> {
  const isOwn = sql<boolean>`record.search @@ ${tsquery}`
  if (values.excluded_products === undefined || places.length === 0) return isOwn
  return sql<boolean>`(${isOwn} and ${inPlaces(places, 'excluded')} is not true)`
}

type PlacedCondition = {
  condition: RawBuilder<boolean>
  /** The terms that are not in the names, if any. */
  others: RawBuilder<unknown> | undefined
  named: RawBuilder<unknown>
}

function placedMatches({ places }: Kind, values: Shape): PlacedCondition[] {
  if (places.length === 0) return []
  const withoutOthers = values.placed?.split(',') ?? []
  return Array.from({ length: values.placedCount ?? 0 }, (_, index) => {
    const name = `placed_${index}`
    const others = withoutOthers[index] === 'true' ? undefined : sql`${param(`${name}_tsquery`)}::tsquery`
    const isPlaced = inPlaces(places, name, values.excluded_products !== undefined)
    const condition = others ? sql<boolean>`(${isPlaced} and record.search @@ ${others})` : isPlaced
    return { condition, others, named: sql`${param(`${name}_named`)}` }
  })
}

// An app whose name contains an excluded term decides, whatever the product.
function inPlaces(places: Kind['places'], name: string, hasExcluded = false): RawBuilder<boolean> {
  const isIn = (column: string, list: string) =>
    sql<boolean>`record.${sql.ref(column)} = any(${param(list)}::bigint[])`
  const lists = { product_id: `${name}_products`, app_id: `${name}_apps` }
  const conditions = places.map((column) => isIn(column, lists[column]))
  const [ofProduct, ofApp] = conditions
  if (!hasExcluded || !ofProduct || !ofApp) return sql<boolean>`(${sql.join(conditions, sql` or `)})`
  return sql<boolean>`((${ofProduct} and ${isIn('app_id', 'excluded_apps')} is not true) or ${ofApp})`
}

const typed = (name: string): RawBuilder<string> => sql`${param(name)}::text`

// `search_text` would take ten times as long for each record.
const folded = (value: RawBuilder<unknown>) => sql`translate(lower(${value} collate "und-x-icu"), 'ё', 'е')`

function namesContain(names: Kind['names']): RawBuilder<boolean> {
  const columns = names.map((name) => sql`record.${sql.ref(name)}`)
  return sql`${folded(sql`concat_ws(chr(10), ${sql.join(columns)})`)} like ${typed('contains')}`
}

function nameScore(name: string): RawBuilder<number> {
  const value = folded(sql`record.${sql.ref(name)}`)
  return sql`case when ${value} = ${typed('exact')} then 1 when ${value} like ${typed('begins')} then 0.5
    when ${value} like ${typed('contains')} then 0.4 else 0 end`
}
