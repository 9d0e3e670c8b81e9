import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
  type SelectQueryBuilder,
} from 'kysely'

/**
 * The tables of the database, each with the type of its rows. A table is added beside its entity, by a declaration that
 * extends this interface, so that a query of any module may name it.
 */
// biome-ignore lint/suspicious/noEmptyInterface: the entities fill it
export interface Tables {}

/** Builds typed statements over the tables. It compiles them and never runs them; `Read` and `statement` do. */
export const db = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

/** Returns the text of SQL, such as for the definition of an index with the same expression. */
export function sqlText(fragment: RawBuilder<unknown>): string {
  return fragment.compile(db).sql
}

/** A SELECT from any tables that returns rows of one type. */
// biome-ignore lint/suspicious/noExplicitAny: a query may join any tables
export type Select<Row> = SelectQueryBuilder<any, any, Row>
