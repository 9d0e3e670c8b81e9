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
  /** The statement contains the SELECT that the transaction opens with. */
  containsOpening?: boolean | undefined
  /** Milliseconds; the limit of the connection if omitted. */
  query_timeout?: number | undefined
  /** For BEGIN: sends it together with the first statement that needs it. */
  deferred?: boolean
  /** For BEGIN: a SELECT that follows it. */
  opening?: Opening | undefined
}

/** A SELECT that is sent with BEGIN, before the first statement of the transaction. */
export type Opening = {
  query: Query
  /** Set when it was sent. */
  answer?: Promise<pg.QueryResult>
  /** The transaction is a single statement, which contains the SELECT. */
  isContained?: true
}

/** State of a deferred BEGIN: not sent yet, or not needed because the last statement ran standalone. */
type BeginState = 'deferred' | 'standalone' | undefined

/** Sends the SELECT. Its failure is thrown where its answer is awaited. */
export function sendOpening(opening: Opening, send: (query: Query) => Promise<pg.QueryResult>): void {
  opening.answer = send(opening.query)
  opening.answer.catch(() => undefined)
}

const emptyResult = { command: '', rowCount: null, rows: [] }

/**
 * A connection that saves round trips: a deferred BEGIN is sent in one write with the first statement that
 * needs it, and a statement that was prepared once runs prepared inside transactions too. Its pool needs
 * `pipeline: true`.
 */
export class Connection extends LimitedClient {
  #begin: BeginState
  #opening: Opening | undefined

  // biome-ignore lint/suspicious/noExplicitAny: implements the overloads of pg
  override query(...args: any[]): any {
    const [first, values] = args
    const query: Query = typeof first === 'string' ? { text: first, values } : first
    if (query.deferred) return this.#settle('deferred', query.opening)
    if (!this.#begin) return this.#send(query, args)
    if (query.text === 'commit' || query.text === 'rollback') return this.#settle(undefined)
    if (this.#begin === 'standalone')
      throw new Error(
        'A statement was sent after the one marked `last` in its transaction. Mark only the final statement as `last`.',
      )
    if (query.position === 'before-begin') return this.#send(query, args)
    const isWhole = query.position === 'last' && (query.containsOpening || !this.#opening)
    return isWhole ? this.#sendStandalone(query, args) : this.#sendWithBegin(query, args)
  }

  #settle(state: BeginState, opening?: Opening) {
    this.#begin = state
    this.#opening = opening
    return Promise.resolve(emptyResult)
  }

  async #sendStandalone(query: Query, args: unknown[]) {
    this.#begin = 'standalone'
    const result = await this.#send(query, args)
    if (result.rowCount === 0) this.#begin = 'deferred'
    else if (this.#opening) this.#opening.isContained = true
    return result
  }

  // All go to the socket in one write. If BEGIN fails, the connection is broken and the statement fails too.
  #sendWithBegin(query: Query, args: unknown[]) {
    this.#begin = undefined
    const { stream } = this.connection
    stream.cork()
    super.query('begin').catch(() => undefined)
    if (this.#opening) sendOpening(this.#opening, (query) => this.#send(query, [query]))
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
