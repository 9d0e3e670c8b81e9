import type { SelectQueryBuilder } from 'kysely'

/** A SELECT from any tables that returns rows of one type. */
// biome-ignore lint/suspicious/noExplicitAny: a query may join any tables
export type Select<Row> = SelectQueryBuilder<any, any, Row>
