import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'

/** A server in a process of its own, on a loopback port of its own. */
export type Server = {
  url: string
  /** What is put behind the path of every request to it, and its headers where they are its own. */
  query?: string
  headers?: Record<string, string>
  /** How many milliseconds of processor time the process has used. */
  cpu: () => Promise<number>
  stop: () => Promise<void>
}

// No limit is met, and nothing is printed.
const unhindered = {
  RATE_LIMIT_PER_MINUTE: '1000000',
  BOT_RATE_LIMIT_PER_MINUTE: '1000000',
  LOG_LEVEL: 'silent',
}

/** Starts one of the servers of `bench/serve.ts`. */
export async function startServer(name: string, environment: Record<string, string>): Promise<Server> {
  const child = fork(new URL('../serve.ts', import.meta.url), [name], {
    env: { PATH: process.env.PATH, ...unhindered, ...environment },
    execArgv: process.env.BENCH_NODE_OPTIONS?.split(' ') ?? [],
  })
  const [url] = await Promise.race([once(child, 'message'), once(child, 'exit')])
  if (typeof url !== 'string') throw new Error(`The server "${name}" did not start.`)
  return {
    url,
    cpu: () => ask(child, 'cpu'),
    stop: async () => {
      child.send('stop')
      await once(child, 'exit')
    },
  }
}

async function ask(child: ChildProcess, question: string): Promise<number> {
  const answer = once(child, 'message')
  child.send(question)
  return (await answer)[0] as number
}
