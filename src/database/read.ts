import type { EntityManager } from '@mikro-orm/postgresql'
import type { Pool } from 'pg'
import type { Query } from './connection.ts'
import { connectionOf } from './em-connection.ts'
import type { Statement } from './statement.ts'
import { statementChannel } from './statement-channel.ts'
import { assignStatementName } from './statement-name.ts'
import { timeLimits } from './time-limits.ts'
import { typeParsers } from './type-parsers.ts'

/**
 * Runs one statement and returns its rows. Read functions take it as a parameter instead of a connection. A
 * read that may use a replica must be a SELECT, because it is repeated on the primary if the replica fails.
 */
export type Read = <Row>(statement: Statement<Row>) => Promise<Row[]>

/**
 * Returns a `Read` on a pool. Each statement is prepared once per connection under its name, so that
 * PostgreSQL parses and plans it once, unless it is `unprepared`. `prepared: false` is for transaction poolers, which lose the names.
 */
export function poolReader(pool: Pool, prepared: boolean): Read {
  return async <Row>({ text, values, unprepared }: Statement<Row>) => {
    const name = prepared && !unprepared ? assignStatementName(text) : undefined
    const query = { text, values, types: typeParsers, query_timeout: timeLimits.read, ...(name && { name }) }
    const result = await statementChannel.tracePromise(() => pool.query(query), { text })
    return result.rows as Row[]
  }
}

/** Returns a `Read` in the transaction of an entity manager. It sees the changes of that transaction. */
export function readInTransaction(em: EntityManager, position?: Query['position']): Read {
  return async <Row>({ text, values, unprepared }: Statement<Row>) => {
    if (!unprepared) assignStatementName(text)
    const query: Query = { text, values, ...(position && { position }) }
    const result = await connectionOf(em).query(query)
    return result.rows as Row[]
  }
}
