import { randomUUID } from 'node:crypto'
import {
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  ResourceTemplate,
} from '@modelcontextprotocol/server'
import { Fault } from '../src/record/fault.ts'
import { errorText } from './answer.ts'
import { slugCompletions } from './completion.ts'
import type { Tool, ToolDependencies } from './tool.ts'
import { canonRuleTool } from './tools/canon-rule.ts'
import { directionTool } from './tools/direction.ts'
import { productTool } from './tools/product.ts'
import { summaryTool } from './tools/summary.ts'
import { writeApiTool } from './tools/write-api.ts'

const mimeType = 'application/json'
const maxListedProducts = 100

/** Resources with a fixed URI. Each returns the answer of a tool called without arguments. */
const fixedResources = [
  { uri: 'portfolio://summary', name: 'summary', tool: summaryTool },
  { uri: 'portfolio://directions', name: 'directions', tool: directionTool },
  { uri: 'portfolio://canon', name: 'canon', tool: canonRuleTool },
  {
    uri: 'portfolio://write-api',
    name: 'write-api',
    tool: writeApiTool,
    description:
      'How to write over HTTP; the MCP tools are read-only. Lists all operations, one line each. The tool describe_write_api returns the details of one operation.',
  },
]

// Not the descriptions of the tools, which mention arguments: a resource has none.
const productDescription =
  'One product with its apps, open signals, latest insights, economics and decisions with tasks, and the canon rules that apply to it. Take the slug from portfolio://directions or the tool list_products.'

/** Returns the function that registers the resources on a server. */
export function resourceRegistration(dependencies: ToolDependencies) {
  const { productSlugs } = slugCompletions(dependencies)
  const products = new ResourceTemplate('portfolio://products/{slug}', {
    list: async () => ({
      resources: (await productSlugs('')).slice(0, maxListedProducts).map((slug) => ({
        uri: `portfolio://products/${slug}`,
        name: slug,
      })),
    }),
    complete: { slug: (typed) => productSlugs(typed) },
  })
  return (server: McpServer, requestId: string = randomUUID()): void => {
    const read = (uri: URL, tool: Tool, args: object) =>
      readResource(dependencies, uri, tool, args, requestId)
    for (const { uri, name, tool, description = tool.config.description } of fixedResources)
      server.registerResource(name, uri, { title: tool.config.title, description, mimeType }, (url) =>
        read(url, tool, {}),
      )
    server.registerResource(
      'product',
      products,
      { title: productTool.config.title, description: productDescription, mimeType },
      (url, { slug }) => read(url, productTool, { product: slug }),
    )
  }
}

async function readResource(
  dependencies: ToolDependencies,
  uri: URL,
  tool: Tool,
  args: object,
  requestId: string,
) {
  try {
    return { contents: [{ uri: uri.href, mimeType, text: (await tool.answer(dependencies, args)).json }] }
  } catch (error) {
    if (error instanceof Fault && error.code === 'validation_failed')
      throw new ResourceNotFoundError(uri.href)
    const text = errorText(error, requestId, (unexpected) => dependencies.report(unexpected, requestId))
    throw new ProtocolError(ProtocolErrorCode.InternalError, text)
  }
}
