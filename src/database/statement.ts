import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
  sql,
} from 'kysely'

/** A builder of typed SELECTs over `Tables`; it compiles and never executes. */
export function tables<Tables>(): Kysely<Tables> {
  return new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
}

/** The place of the value `name` in a statement that is compiled once and run with many values. */
export function param<T>(name: string): RawBuilder<T> {
  return sql<T>`${new Param(name)}`
}

/** All of these conditions; what is false was not asked for. */
export function all(conditions: (RawBuilder<unknown> | false)[]): RawBuilder<boolean> {
  return sql<boolean>`(${sql.join([sql`true`, ...conditions.filter((condition) => condition !== false)], sql` and `)})`
}

/** A compiled SELECT with the values of one call. */
export type Statement<Row> = { text: string; values: unknown[]; row?: Row }

// Of one read. A caller who walks through every set of filters does not fill the memory.
const mostShapes = 500

type Values = Record<string, unknown>
type Builder<Row> = { compile(): CompiledQuery<Row> }

/**
 * A read whose SQL depends on which values are given, not on what they are. Each such shape is compiled once.
 * Values named in `literals` are part of the shape: a LIMIT as a parameter would be planned anew at every run.
 */
export function statement<V extends Values, Row>(
  build: (values: V) => Builder<Row>,
  literals: (keyof V & string)[] = [],
): (values: V) => Statement<Row> {
  const shapes = new Map<string, CompiledQuery<Row>>()
  return (values) => {
    const shape = shapeOf(values, literals)
    const compiled = shapes.get(shape) ?? build(values).compile()
    if (shapes.size < mostShapes) shapes.set(shape, compiled)
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
