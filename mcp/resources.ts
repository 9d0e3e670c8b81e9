import { randomUUID } from 'node:crypto'
import {
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  ResourceTemplate,
} from '@modelcontextprotocol/server'
import { Fault } from '../src/record/fault.ts'
import { answerText, errorText } from './answer.ts'
import { slugCompletions } from './completion.ts'
import type { Sender, Tool, ToolDependencies } from './tool.ts'
import { listCanonRulesTool } from './tools/canon-rule.ts'
import { listDirectionsTool } from './tools/direction.ts'
import { getProductTool } from './tools/product.ts'
import { getPortfolioSummaryTool } from './tools/summary.ts'
import { describeWriteApiTool } from './tools/write-api.ts'

// An answer with marks is not valid JSON.
const markedType = 'text/plain'
const maxListedProducts = 100

/** Resources with a fixed URI. Each returns the answer of a tool called without arguments. */
const fixedResources = [
  { uri: 'portfolio://summary', name: 'summary', tool: getPortfolioSummaryTool },
  { uri: 'portfolio://directions', name: 'directions', tool: listDirectionsTool },
  { uri: 'portfolio://canon', name: 'canon', tool: listCanonRulesTool },
  {
    uri: 'portfolio://write-api',
    name: 'write-api',
    tool: describeWriteApiTool,
    mimeType: 'application/json',
    description:
      'How to write over HTTP; the MCP tools are read-only. Lists all operations, one line each. The tool describe_write_api returns the details of one operation.',
  },
]

// Not the descriptions of the tools, which mention arguments: a resource has none.
const productDescription =
  'One product with its apps, unresolved signals, latest insights, economics and decisions with tasks, and the canon rules that apply to it. Take the slug from portfolio://summary or the tool list_products.'

/** Returns the function that registers the resources on a server. */
export function resourceRegistration(dependencies: ToolDependencies) {
  const { productSlugs } = slugCompletions(dependencies)
  const products = new ResourceTemplate('portfolio://products/{slug}', {
    list: async () => ({
      resources: (await productSlugs('')).slice(0, maxListedProducts).map((slug) => ({
        uri: `portfolio://products/${encodeURIComponent(slug)}`,
        name: slug,
      })),
    }),
    complete: { slug: (typed) => productSlugs(typed) },
  })
  return (server: McpServer, sender?: Sender): void => {
    const read = async (url: URL, mimeType: string, tool: Tool, args: object) => ({
      contents: [
        { uri: url.href, mimeType, text: await readResource(dependencies, url, tool, args, sender) },
      ],
    })
    for (const { uri, name, tool, ...rest } of fixedResources) {
      const { mimeType = markedType, description = tool.config.description } = rest
      server.registerResource(name, uri, { title: tool.config.title, description, mimeType }, (url) =>
        read(url, mimeType, tool, {}),
      )
    }
    server.registerResource(
      'product',
      products,
      { title: getProductTool.config.title, description: productDescription, mimeType: markedType },
      (url, { slug }) => read(url, markedType, getProductTool, { product: slug }),
    )
  }
}

async function readResource(
  dependencies: ToolDependencies,
  uri: URL,
  tool: Tool,
  args: object,
  { requestId = randomUUID(), caller, traceId }: Sender = {},
): Promise<string> {
  try {
    return answerText(await tool.answer(dependencies, args, caller))
  } catch (error) {
    if (error instanceof Fault && error.code === 'validation_failed')
      throw new ResourceNotFoundError(uri.href)
    const text = errorText(error, requestId, (unexpected) =>
      dependencies.report(unexpected, requestId, traceId),
    )
    throw new ProtocolError(ProtocolErrorCode.InternalError, text)
  }
}
