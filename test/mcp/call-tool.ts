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
