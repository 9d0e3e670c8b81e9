import type pg from 'pg'
import { LimitedClient } from './limited-client.ts'
import { statementName } from './statement-name.ts'

/** A statement. Its position in the transaction, if known, saves a round trip. */
export type Query = {
  text: string
  values: unknown[]
  /**
   * `before-begin`: the statement only reads and locks nothing, so it may run before the transaction begins.
   * `last`: no statement follows, so if BEGIN was not sent yet, this one runs as its own transaction. If it
   * returns no row, it changed nothing, and other statements may follow after all.
   */
  position?: 'before-begin' | 'last'
  /** Milliseconds; the limit of the connection if omitted. */
  query_timeout?: number | undefined
  /** For BEGIN: sends it together with the first statement that needs it. */
  deferred?: boolean
}

/** State of a deferred BEGIN: not sent yet, or not needed because the last statement ran standalone. */
type BeginState = 'deferred' | 'standalone' | undefined

const emptyResult = { command: '', rowCount: null, rows: [] }

/**
 * A connection that saves round trips: a deferred BEGIN is sent in one write with the first statement that
 * needs it, and a statement that was prepared once runs prepared inside transactions too. Its pool needs
 * `pipeline: true`.
 */
export class Connection extends LimitedClient {
  #begin: BeginState

  // biome-ignore lint/suspicious/noExplicitAny: implements the overloads of pg
  override query(...args: any[]): any {
    const [first, values] = args
    const query: Query = typeof first === 'string' ? { text: first, values } : first
    if (query.deferred) return this.#settle('deferred')
    if (!this.#begin) return this.#send(query, args)
    if (query.text === 'commit' || query.text === 'rollback') return this.#settle(undefined)
    if (this.#begin === 'standalone')
      throw new Error(
        'A statement was sent after the one marked `last` in its transaction. Mark only the final statement as `last`.',
      )
    if (query.position === 'before-begin') return this.#send(query, args)
    return query.position === 'last' ? this.#sendStandalone(query, args) : this.#sendWithBegin(query, args)
  }

  #settle(state: BeginState) {
    this.#begin = state
    return Promise.resolve(emptyResult)
  }

  async #sendStandalone(query: Query, args: unknown[]) {
    this.#begin = 'standalone'
    const result = await this.#send(query, args)
    if (result.rowCount === 0) this.#begin = 'deferred'
    return result
  }

  // Both go to the socket in one write. If BEGIN fails, the connection is broken and the statement fails too.
  #sendWithBegin(query: Query, args: unknown[]) {
    this.#begin = undefined
    const { stream } = this.connection
    stream.cork()
    super.query('begin').catch(() => undefined)
    const result = this.#send(query, args)
    stream.uncork()
    return result
  }

  #send({ text, values, query_timeout }: Query, args: unknown[]): Promise<pg.QueryResult> {
    const name = values?.length > 0 ? statementName(text) : undefined
    const [query, ...rest] = name ? [{ name, text, values, query_timeout }, undefined, args[2]] : args
    return super.query(query as string, ...(rest as [])) as never
  }
}
