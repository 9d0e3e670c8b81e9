import type { EntityManager } from '@mikro-orm/postgresql'
import type { Client, Pool, QueryConfig } from 'pg'
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
export type Read = {
  <Row>(statement: Statement<Row>): Promise<Row[]>
  /** Runs two statements on one connection, which receives both in one write. */
  pair?: Pair
}
type Pair = <A, B>(first: Statement<A>, second: Statement<B>) => Promise<[A[], B[]]>

/** Returns the single row of a statement that always returns one. Throws an Error if it returns none. */
export async function readRow<Row>(read: Read, statement: Statement<Row>): Promise<Row> {
  const [row] = await read(statement)
  if (!row) throw new Error('A statement that always returns a row returned none.')
  return row
}

/** Runs two statements in one write if `read` supports that, otherwise at the same time. */
export function readPair<A, B>(read: Read, first: Statement<A>, second: Statement<B>): Promise<[A[], B[]]> {
  return read.pair ? read.pair(first, second) : Promise.all([read(first), read(second)])
}

/**
 * Returns a `Read` on a pool. Each statement is prepared once per connection under its name, so that
 * PostgreSQL parses and plans it once, unless it is `unprepared`. `prepared: false` is for transaction poolers, which
 * lose the names.
 */
export function poolReader(pool: Pool, prepared: boolean): Read {
  const queryOf = ({ text, values, unprepared }: Statement<unknown>) => {
    const name = prepared && !unprepared ? assignStatementName(text) : undefined
    return { text, values, types: typeParsers, query_timeout: timeLimits.read, ...(name && { name }) }
  }
  const read: Read = async <Row>(statement: Statement<Row>) => {
    const { text } = statement
    const result = await statementChannel.tracePromise(() => pool.query(queryOf(statement)), { text })
    return result.rows as Row[]
  }
  // A pool of connections that do not pipeline would send the second statement after the answer to the first.
  if ((pool.options as { pipeline?: boolean }).pipeline) read.pair = pairReader(pool, queryOf)
  return read
}

function pairReader(pool: Pool, queryOf: (statement: Statement<unknown>) => QueryConfig): Pair {
  return async <A, B>(first: Statement<A>, second: Statement<B>) => {
    const client = await pool.connect()
    const { stream } = (client as unknown as Client).connection
    stream.cork()
    const results = [client.query(queryOf(first)), client.query(queryOf(second))]
    stream.uncork()
    // The connection is free once both are answered. After a fault it is closed, as `pool.query` does.
    const outcomes = await Promise.allSettled(results)
    client.release(outcomes.some(({ status }) => status === 'rejected'))
    const [a, b] = await Promise.all(results)
    return [a?.rows as A[], b?.rows as B[]]
  }
}

/** Returns a `Read` in the transaction of an entity manager. It sees the changes of that transaction. */
export function readInTransaction(em: EntityManager): Read {
  return async <Row>({ text, values, unprepared }: Statement<Row>) => {
    const client = connectionOf(em)
    // Only connections without a transaction pooler pipeline.
    const name = client.pipeline && !unprepared ? assignStatementName(text) : undefined
    const result = await client.query({ text, values, ...(name && { name }) })
    return result.rows as Row[]
  }
}
