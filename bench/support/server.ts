import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'

/** A server in a separate process, on a loopback port. */
export type Server = {
  url: string
  /** Appended to the path of every request, and headers that only this server needs. */
  query?: string
  headers?: Record<string, string>
  /** Returns the processor time of the process in milliseconds. */
  cpu: () => Promise<number>
  /** Returns the memory of the process in bytes: resident, and the heap in use after a garbage collection. */
  memory: () => Promise<{ rss: number; heapUsed: number }>
  stop: () => Promise<void>
}

// No request reaches a rate limit, and nothing is logged.
const unlimited = {
  RATE_LIMIT_PER_MINUTE: '1000000',
  BOT_RATE_LIMIT_PER_MINUTE: '1000000',
  LOG_LEVEL: 'silent',
}

/** Starts one of the servers of `bench/serve.ts`. */
export async function startServer(name: string, environment: Record<string, string>): Promise<Server> {
  const child = fork(new URL('../serve.ts', import.meta.url), [name], {
    env: { PATH: process.env.PATH, ...unlimited, ...environment },
    execArgv: process.env.BENCH_NODE_OPTIONS?.split(' ') ?? [],
  })
  const [url] = await Promise.race([once(child, 'message'), once(child, 'exit')])
  if (typeof url !== 'string') throw new Error(`The server "${name}" did not start.`)
  return {
    url,
    cpu: () => ask<number>(child, 'cpu'),
    memory: () => ask(child, 'memory'),
    stop: async () => {
      child.send('stop')
      await once(child, 'exit')
    },
  }
}

async function ask<Answer>(child: ChildProcess, question: string): Promise<Answer> {
  const answer = once(child, 'message')
  child.send(question)
  return (await answer)[0] as Answer
}
