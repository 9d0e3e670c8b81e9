import type { EntityManager } from '@mikro-orm/postgresql'
import type { Pool } from 'pg'
import type { Query } from './connection.ts'
import { connectionOf } from './em-connection.ts'
import { assignStatementName } from './statement-name.ts'
import type { Statement } from './statement.ts'
import { typeParsers } from './type-parsers.ts'

/**
 * Runs one statement and gives its rows. A read function takes this and knows no connection. Where a replica may
 * answer it is a SELECT: what fails there is asked again.
 */
export type Read = <Row>(statement: Statement<Row>) => Promise<Row[]>

/**
 * Reads on a pool, each statement prepared once per connection under its own name, which spares PostgreSQL
 * the parsing and planning. `prepared: false` is for transaction poolers, which lose the names.
 */
export function poolReader(pool: Pool, prepared: boolean): Read {
  return async <Row>({ text, values }: Statement<Row>) => {
    const name = prepared ? assignStatementName(text) : undefined
    const result = await pool.query({ text, values, types: typeParsers, ...(name && { name }) })
    return result.rows as Row[]
  }
}

/** Runs statements inside a unit of work: they see what it has written and nobody else may see yet. */
export function readInTransaction(em: EntityManager, position?: Query['position']): Read {
  return async <Row>({ text, values }: Statement<Row>) => {
    assignStatementName(text)
    const query: Query = { text, values, ...(position && { position }) }
    const result = await connectionOf(em).query(query)
    return result.rows as Row[]
  }
}
