import { type CompiledQuery, type RawBuilder, sql } from 'kysely'
import { db } from './tables.ts'

/** Returns a parameter for the value `name`, which `statement` binds on each run. */
export function param<T>(name: string): RawBuilder<T> {
  return sql<T>`${new Param(name)}`
}

/** Combines conditions with AND. `false` stands for a filter that was not requested and is skipped. */
export function all(conditions: (RawBuilder<unknown> | false)[]): RawBuilder<boolean> {
  const requested = conditions.filter((condition) => condition !== false)
  return requested.length === 0 ? sql`true` : sql`(${sql.join(requested, sql` and `)})`
}

/** A compiled statement with the values of one call. */
export type Statement<Row> = {
  text: string
  values: unknown[]
  row?: Row
  /** Plans the SELECT on each run, because the best plan depends on the values. */
  unprepared?: boolean
  /** Runs the SELECT on the primary, even where a replica may be read, because an outdated answer would be wrong. */
  onPrimary?: boolean
}

// Per read, so that a caller who tries every combination of filters does not exhaust the memory.
const maxShapes = 500

type Values = Record<string, unknown>

/** A query of Kysely, or SQL of its `sql` template. */
type Query<Row> = { compile(executor: typeof db): CompiledQuery<Row> }

/** How a statement is built, and the values of an example. */
export type Declaration = { build: (values: never) => Query<unknown>; example: Values }

/** Every declared statement by its name, for `npm run queries`. */
export const statements = new Map<string, Declaration>()

/**
 * Declares a statement and returns the function that binds values to it. The SQL depends on which values are defined,
 * its shape, and is compiled once per shape. Values named in `literals` are part of the shape, such as LIMIT: as a
 * parameter it would be planned again on every run. The values of `example` show what runs in `queries/`; if the SQL has
 * one shape, they also give the types of the values.
 */
export function statement<V extends Values, Row>(
  name: string,
  example: V,
  build: () => Query<Row>,
): (values: V) => Statement<Row>
export function statement<V extends Values, Row>(
  name: string,
  example: NoInfer<V>,
  build: (values: V) => Query<Row>,
  literals?: (keyof V & string)[],
): (values: V) => Statement<Row>
export function statement<V extends Values, Row>(
  name: string,
  example: V,
  build: (values: V) => Query<Row>,
  literals: (keyof V & string)[] = [],
): (values: V) => Statement<Row> {
  const shapes = new Map<string, CompiledQuery<Row>>()
  if (statements.has(name)) throw new Error(`Two statements have the name "${name}".`)
  statements.set(name, { build, example })
  return (values) => {
    const shape = shapeOf(values, literals)
    const compiled = shapes.get(shape) ?? build(values).compile(db)
    if (shapes.size < maxShapes) shapes.set(shape, compiled)
    const bound = compiled.parameters.map((value) => (value instanceof Param ? values[value.name] : value))
    return { text: compiled.sql, values: bound }
  }
}

/** Returns the statement of a query that is built for one call, such as of one of several tables. */
export function statementOf<Row>(query: Query<Row>): Statement<Row> {
  const { sql, parameters } = query.compile(db)
  return { text: sql, values: [...parameters] }
}

class Param {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

function shapeOf(values: Values, literals: string[]): string {
  let shape = ''
  for (const name in values) {
    if (values[name] === undefined) continue
    shape += literals.includes(name) ? `${name}=${values[name]};` : `${name};`
  }
  return shape
}
