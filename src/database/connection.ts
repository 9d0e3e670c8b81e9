import pg from 'pg'
import { nameOf } from './name.ts'

/** A statement, and how it stands to its transaction where that spares something. */
export type Query = {
  text: string
  values: unknown[]
  /**
   * `early`: it only reads, and locks nothing, so the transaction may begin after it. `last`: nothing follows it, so where
   * the transaction has not begun yet, the statement is one by itself. One that gives no row did nothing, and is
   * followed by what is done instead.
   */
  part?: 'early' | 'last'
}

/** What stands in the place of a BEGIN: `held`, it is still to be sent; `whole`, the last statement went without. */
type Unbegun = 'held' | 'whole' | undefined

const done = { command: '', rowCount: null, rows: [] }

/**
 * A connection that spares round trips: BEGIN waits for the first statement that needs it and goes in one write with
 * it, and what was prepared once runs prepared inside transactions too. Its pool must say `pipeline: true`.
 */
export class Connection extends pg.Client {
  #transaction: Unbegun

  // biome-ignore lint/suspicious/noExplicitAny: the overloads of pg, of which this is the implementation
  override query(...given: any[]): any {
    const [first, values] = given
    const query: Query = typeof first === 'string' ? { text: first, values } : first
    if (query.text === 'begin') return this.#turn('held')
    if (!this.#transaction) return this.#send(query, given)
    if (query.text === 'commit' || query.text === 'rollback') return this.#turn(undefined)
    if (this.#transaction === 'whole') throw new Error('A statement follows the last one of its transaction.')
    if (query.part === 'early') return this.#send(query, given)
    return query.part === 'last' ? this.#last(query, given) : this.#begin(query, given)
  }

  #turn(transaction: Unbegun) {
    this.#transaction = transaction
    return Promise.resolve(done)
  }

  async #last(query: Query, given: unknown[]) {
    this.#transaction = 'whole'
    const result = await this.#send(query, given)
    if (result.rowCount === 0) this.#transaction = 'held'
    return result
  }

  // One write to the socket for both. Where BEGIN fails, the connection is broken and the statement says so too.
  #begin(query: Query, given: unknown[]) {
    this.#transaction = undefined
    const { stream } = this.connection
    stream.cork()
    super.query('begin').catch(() => undefined)
    const result = this.#send(query, given)
    stream.uncork()
    return result
  }

  #send({ text, values }: Query, given: unknown[]): Promise<pg.QueryResult> {
    const name = values?.length > 0 ? nameOf(text) : undefined
    const [query, ...rest] = name ? [{ name, text, values }, undefined, given[2]] : given
    return super.query(query as string, ...(rest as [])) as never
  }
}
