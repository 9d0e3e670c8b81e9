import { channel } from 'node:diagnostics_channel'
import { type CompiledQuery, type RawBuilder, sql } from 'kysely'

/** Returns a parameter for the value `name`, which `statement` binds on each run. */
export function param<T>(name: string): RawBuilder<T> {
  return sql<T>`${new Param(name)}`
}

/** Combines conditions with AND. `false` stands for a filter that was not requested and is skipped. */
export function all(conditions: (RawBuilder<unknown> | false)[]): RawBuilder<boolean> {
  return sql<boolean>`(${sql.join([sql`true`, ...conditions.filter((condition) => condition !== false)], sql` and `)})`
}

/** A compiled SELECT with the values of one call. */
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
type Builder<Row> = { compile(): CompiledQuery<Row> }

/** How a statement is built from the values of a call. */
export type Declaration = { build: (values: Values) => Builder<unknown> }

/** Publishes each `statement` that a module declares, for `npm run queries`. */
export const declarationChannel = channel('portfolio-ops:declared-statement')

/**
 * Returns a function that binds values to a SELECT. The SQL depends on which values are defined, its shape,
 * and is compiled once per shape. Values named in `literals` are part of the shape, such as LIMIT: as a
 * parameter it would be planned again on every run.
 */
export function statement<V extends Values, Row>(
  build: (values: V) => Builder<Row>,
  literals: (keyof V & string)[] = [],
): (values: V) => Statement<Row> {
  const shapes = new Map<string, CompiledQuery<Row>>()
  declarationChannel.publish({ build } as Declaration)
  return (values) => {
    const shape = shapeOf(values, literals)
    const compiled = shapes.get(shape) ?? build(values).compile()
    if (shapes.size < maxShapes) shapes.set(shape, compiled)
    const bound = compiled.parameters.map((value) => (value instanceof Param ? values[value.name] : value))
    return { text: compiled.sql, values: bound }
  }
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
