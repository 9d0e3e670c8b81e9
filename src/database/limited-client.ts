import pg from 'pg'
import { statementChannel } from './statement-channel.ts'
import { noAnswer } from './time-limits.ts'

/**
 * A connection that is closed when a statement gets no answer within its `query_timeout`: the server or the network
 * hangs, and the next statement would wait behind this one.
 */
export class LimitedClient extends pg.Client {
  #limit: { query_timeout?: number } = {}

  /** Sets the limit of the following statements, in milliseconds, which is that of the pool before. */
  limitStatements(ms: number): void {
    this.#limit = { query_timeout: ms }
  }

  // A transaction pooler rejects `options`, but accepts this parameter. The types of pg do not know the method.
  protected getStartupConf(): Record<string, string> {
    const inherited: () => Record<string, string> = Reflect.get(pg.Client.prototype, 'getStartupConf')
    return { ...inherited.call(this), datestyle: 'ISO' }
  }

  // biome-ignore lint/suspicious/noExplicitAny: implements the overloads of pg
  override query(...args: any[]): any {
    // A stream of COPY reports its end and its errors itself.
    if (typeof args[0].submit === 'function') return super.query(args[0])
    const config = typeof args[0] === 'string' ? { text: args[0] } : args[0]
    args[0] = { ...this.#limit, ...config }
    const callback = args.at(-1)
    // The caller of a pool publishes its statement: the pool calls back in the context of the request that freed the
    // client.
    if (typeof callback === 'function') {
      args[args.length - 1] = (error: Error | null, result: unknown) => {
        this.#closeIfSilent(error)
        callback(error, result)
      }
      return super.query(...(args as [string]))
    }
    const { text } = config
    const result = statementChannel.tracePromise(() => super.query(...(args as [string])), { text })
    result.catch((error: Error) => this.#closeIfSilent(error))
    return result
  }

  #closeIfSilent(error: Error | null): void {
    if (error?.message === noAnswer) this.connection.stream.destroy()
  }
}
