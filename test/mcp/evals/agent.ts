import { expect } from 'vitest'
import { token } from '../../support/world.ts'
import { answerOf, textOf } from '../call-tool.ts'
import type { AnyClient } from '../client.ts'

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
type Answer = any

/** A task of an agent that knows only what the server says, as a script of what its host puts before the model. */
export type Eval = {
  /** What the user asks for. */
  task: string
  /** The tools that the task needs, each with the words of `tools/list` that lead to it. */
  tools: Record<string, RegExp>
  /** The largest number of calls and writes. */
  maxCalls: number
  /** The largest size of their answers, without `tools/list`. */
  maxBytes: number
  /** Does the task. Throws unless the answers contain the facts that it depends on. */
  run: (agent: Agent) => Promise<void>
}

type WriteOptions = { status?: number; target?: string | number; etag?: string; dryRun?: boolean }

/** Calls tools and sends writes as their guide says, and counts both. */
export class Agent {
  calls = 0
  bytes = 0
  readonly tools = new Set<string>()
  readonly #client: AnyClient
  readonly #guides = new Map<string, Answer>()

  constructor(client: AnyClient) {
    this.#client = client
  }

  async call(name: string, args: object = {}): Promise<Answer> {
    const result = await this.#client.callTool({ name, arguments: args })
    this.tools.add(name)
    this.#count(JSON.stringify(result))
    expect(result.isError, textOf(result)).toBeFalsy()
    return answerOf(result)
  }

  /** Sends a write. Reads its guide first, if the agent has not read it yet. */
  async write(
    operation: string,
    body: object,
    { status, target = '', etag, dryRun = false }: WriteOptions = {},
  ): Promise<Answer> {
    const guide = this.#guides.get(operation) ?? (await this.call('describe_write_api', { operation }))
    this.#guides.set(operation, guide)
    expect(Object.keys(guide.body_schema.properties)).toEqual(expect.arrayContaining(Object.keys(body)))
    const [address] = /http:\/\/[^/}"]+/.exec(guide.curl) ?? []
    const path = guide.path.replace(/\{\w+\}/, target)
    const answer = await fetch(`${address}${path}${dryRun ? '?dry_run=1' : ''}`, {
      method: guide.method,
      headers: {
        'content-type': guide.headers['Content-Type'],
        'x-portfolio-token': token,
        ...(etag !== undefined && { 'if-match': etag }),
      },
      body: JSON.stringify(body),
    })
    const text = await answer.text()
    this.#count(text)
    const success = guide.method === 'POST' && !dryRun ? 201 : 200
    expect(answer.status, text).toBe(status ?? success)
    return JSON.parse(text)
  }

  #count(text: string): void {
    this.calls++
    this.bytes += Buffer.byteLength(text)
  }
}
