import pg from 'pg'
import { nameOf } from './name.ts'

const begun = { command: 'BEGIN', rowCount: null, rows: [] }

/**
 * A connection that spares round trips: BEGIN is sent together with the first statement of the transaction,
 * and what was prepared once runs prepared inside transactions too. Its pool must say `pipeline: true`.
 */
export class Connection extends pg.Client {
  #beginning = false

  // biome-ignore lint/suspicious/noExplicitAny: the overloads of pg, of which this is the implementation
  override query(...given: any[]): any {
    const [text, values, callback] = given
    if (text === 'begin' && callback === undefined) {
      this.#beginning = true
      return Promise.resolve(begun)
    }
    const name = typeof text === 'string' && values?.length > 0 ? nameOf(text) : undefined
    const query = name === undefined ? given : [{ name, text, values }, undefined, callback]
    return this.#beginning ? this.#begin(query) : this.#send(query)
  }

  // One write to the socket for both. Where BEGIN fails, the connection is broken and the statement says so too.
  #begin(query: unknown[]) {
    this.#beginning = false
    const { stream } = this.connection
    stream.cork()
    this.#send(['begin']).catch(() => undefined)
    const result = this.#send(query)
    stream.uncork()
    return result
  }

  #send(query: unknown[]) {
    return super.query(...(query as [string]))
  }
}
