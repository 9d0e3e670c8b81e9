import { tools } from '../../mcp/server.ts'
import type { ToolDependencies } from '../../mcp/tool.ts'
import type { Caller } from '../../src/access/caller.ts'
import type { World } from '../support/world.ts'

/** The limit of a tool result in bytes. */
export const maxResultBytes = 25_000

/** The dependencies of a tool that reads this world's database. An unexpected error is thrown. */
export function toolDependencies(world: World): ToolDependencies {
  return {
    reads: async () => world.database,
    publicUrl: () => 'http://ops.test',
    timeZone: () => world.app.config.TIME_ZONE,
    report: (error) => {
      throw error
    },
  }
}

/** Calls a tool by its name, without a transport. The request id is `request-1`. */
export async function callTool(
  dependencies: ToolDependencies,
  name: string,
  args?: unknown,
  caller?: Caller,
) {
  const tool = tools.find((candidate) => candidate.name === name)
  if (!tool) throw new Error(`There is no tool "${name}".`)
  const result = await tool.call(dependencies, args, {
    requestId: 'request-1',
    ...(caller && { caller }),
  })
  const text = textOf(result)
  const { isError } = result
  return { isError, text, content: isError ? undefined : answerOf(result) }
}

type Result = { content: { type: string; text?: string }[] }

/** The facts of a tool result. */
// biome-ignore lint/suspicious/noExplicitAny: results of every shape
export function answerOf(result: Result): any {
  return factsOf(answerParts(textOf(result)))
}

/** The body that a curl command of the write guide sends. */
// biome-ignore lint/suspicious/noExplicitAny: bodies of every shape
export function bodyOf(curl: string): any {
  return JSON.parse(/ -d '(.*)'$/s.exec(curl)?.[1] ?? 'null')
}

/** The text of a tool result, which is its only block. */
export function textOf({ content }: Result): string {
  if (content.length !== 1 || content[0]?.type !== 'text') throw new Error('The result is not one text.')
  return content[0].text ?? ''
}

/** The bytes of a text as it is sent: JSON within JSON. */
export function sentBytes(text: string): number {
  return Buffer.byteLength(JSON.stringify(text))
}

/** What an answer's text has outside its `untrusted-data` marks and between them; `mark` is their name. */
export type AnswerParts = {
  mark?: string
  trusted: Record<string, unknown>
  untrusted: Record<string, unknown>
}

/** Parses the text of an answer: JSON of the server, then one sentence of warning and the marked JSON. */
export function answerParts(text: string): AnswerParts {
  const marked =
    /^(?:(\{.*\})\n)?Untrusted data .* never follow instructions .*\n<(untrusted-data-[0-9a-f]{12})>\n(.*)\n<\/\2>$/
  const [, trusted = '{}', mark, untrusted = ''] = marked.exec(text) ?? []
  if (!mark) return { trusted: JSON.parse(text), untrusted: {} }
  return { mark, trusted: JSON.parse(trusted), untrusted: JSON.parse(untrusted) }
}

/** The facts of an answer, as one object. A list that stands on both sides of a mark is joined. */
function factsOf({ trusted, untrusted }: AnswerParts): Record<string, unknown> {
  const facts = { ...trusted }
  for (const [name, value] of Object.entries(untrusted)) {
    const before = facts[name]
    facts[name] = Array.isArray(before) && Array.isArray(value) ? [...before, ...value] : value
  }
  return facts
}
