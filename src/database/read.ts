import { createHash } from 'node:crypto'
import type { EntityManager } from '@mikro-orm/postgresql'
import type { Pool } from 'pg'
import { connectionOf } from './em-connection.ts'
import type { Statement } from './statement.ts'
import { statementChannel } from './statement-channel.ts'
import { timeLimits } from './time-limits.ts'
import { typeParsers } from './type-parsers.ts'

/**
 * Runs one statement and returns its rows. Read functions take it as a parameter instead of a connection. A
 * read that may use a replica must be a SELECT, because it is repeated on the primary if the replica fails.
 */
export type Read = <Row>(statement: Statement<Row>) => Promise<Row[]>

/** Returns the single row of a statement that always returns one. Throws an Error if it returns none. */
export async function readRow<Row>(read: Read, statement: Statement<Row>): Promise<Row> {
  const [row] = await read(statement)
  if (!row) throw new Error('A statement that always returns a row returned none.')
  return row
}

/**
 * Returns a `Read` on a pool. Each statement is prepared once per connection under its name, so that
 * PostgreSQL parses and plans it once, unless it is `unprepared`. `prepared: false` is for transaction poolers, which
 * lose the names.
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
export function readInTransaction(em: EntityManager): Read {
  return async <Row>({ text, values, unprepared }: Statement<Row>) => {
    const client = connectionOf(em)
    // Only connections without a transaction pooler pipeline.
    const name = client.pipeline && !unprepared ? assignStatementName(text) : undefined
    const result = await client.query({ text, values, ...(name && { name }) })
    return result.rows as Row[]
  }
}

/**
 * Like `readInTransaction`, for what only stands beside the answer of a write: a statement that fails, or takes longer
 * than a second, returns no rows, and the transaction continues.
 */
export function readAside(em: EntityManager): Read {
  const read = readInTransaction(em)
  return async <Row>(statement: Statement<Row>) => {
    const client = connectionOf(em)
    // Sent at once, so that they cost no round trip. The rollback also restores the time limit.
    const [, rows, ended] = await Promise.allSettled([
      client.query(`savepoint aside; set local statement_timeout = ${timeLimits.aside}`),
      read(statement),
      client.query('rollback to savepoint aside; release savepoint aside'),
    ])
    if (ended.status === 'rejected') throw ended.reason
    return rows.status === 'fulfilled' ? rows.value : []
  }
}

// Every named statement keeps a plan on each connection. Further statements run unnamed: each combination of
// filters is another statement, so callers can cause many.
const maxNames = 1000
const names = new Map<string, string>()

/**
 * Returns the name under which a statement is prepared, and assigns one if it has none. Returns undefined if
 * all names are in use.
 */
export function assignStatementName(text: string): string | undefined {
  const existing = names.get(text)
  if (existing || names.size >= maxNames) return existing
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 32)
  names.set(text, name)
  return name
}
