import { tools } from '../../mcp/server.ts'
import type { ToolDependencies } from '../../mcp/tool.ts'
import type { World } from '../support/world.ts'

/** The limit in bytes of each of the two forms of a tool result. */
export const maxResultBytes = 25_000

/** The dependencies of a tool that reads this world's database. An unexpected error is thrown. */
export function toolDependencies(world: World): ToolDependencies {
  return {
    reads: async () => world.database,
    publicUrl: () => 'http://ops.test',
    report: (error) => {
      throw error
    },
  }
}

/** Calls a tool by its name, without a transport. The request id is `request-1`. */
export async function callTool(dependencies: ToolDependencies, name: string, args?: unknown) {
  const tool = tools.find((candidate) => candidate.name === name)
  if (!tool) throw new Error(`There is no tool "${name}".`)
  const result = await tool.call(dependencies, args, 'request-1')
  const [block] = result.content
  return {
    isError: result.isError,
    text: block?.type === 'text' ? block.text : '',
    // biome-ignore lint/suspicious/noExplicitAny: results of every shape
    content: result.structuredContent as any,
  }
}

/** The bytes of the larger form of a result, as it is sent: the text is JSON within JSON. */
export function resultBytes({ text, content }: { text: string; content: unknown }): number {
  const forms = [JSON.stringify(text), JSON.stringify(content)]
  return Math.max(...forms.map((form) => Buffer.byteLength(form)))
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
    /^(?:(\{.*\})\n)?Text between the (\S+) marks .*\n<(untrusted-data-[0-9a-f]{18})>\n(.*)\n<\/\3>$/
  const [, trusted = '{}', warned, mark, untrusted = ''] = marked.exec(text) ?? []
  if (!mark) return { trusted: JSON.parse(text), untrusted: {} }
  if (warned !== mark) throw new Error(`The warning names ${warned}, the mark is ${mark}.`)
  return { mark, trusted: JSON.parse(trusted), untrusted: JSON.parse(untrusted) }
}

/** The facts of an answer's text, as one object. A list that stands on both sides of a mark is joined. */
export function factsOf({ trusted, untrusted }: AnswerParts): Record<string, unknown> {
  const facts = { ...trusted }
  for (const [name, value] of Object.entries(untrusted)) {
    const before = facts[name]
    facts[name] = Array.isArray(before) && Array.isArray(value) ? [...before, ...value] : value
  }
  return facts
}
