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
import { completions } from './completion.ts'
import type { Tool, ToolDependencies } from './tool.ts'
import { canonRuleTool } from './tools/canon-rule.ts'
import { directionTool } from './tools/direction.ts'
import { productTool } from './tools/product.ts'
import { summaryTool } from './tools/summary.ts'
import { writeApiTool } from './tools/write-api.ts'

const mimeType = 'application/json'
const mostListed = 100

/** What a client may attach without a call: each is the answer of a tool. */
const documents = [
  { uri: 'portfolio://summary', name: 'summary', tool: summaryTool },
  { uri: 'portfolio://directions', name: 'directions', tool: directionTool },
  { uri: 'portfolio://canon', name: 'canon', tool: canonRuleTool },
  {
    uri: 'portfolio://write-api',
    name: 'write-api',
    tool: writeApiTool,
    description:
      'How to write over HTTP, since tools only read: every operation, a line each. The tool describe_write_api tells all of one.',
  },
]

// In words of their own where the tool's tell of arguments, which no address has.
const productDescription =
  'One product whole, with its apps, open signals, latest insights, economics and decisions with tasks, and the canon rules that bind it. Its slug is from portfolio://directions or the tool list_products.'

/** Adds the resources to a server. */
export function resourceRegistration(ground: ToolDependencies) {
  const { productSlugs } = completions(ground)
  const products = new ResourceTemplate('portfolio://products/{slug}', {
    list: async () => ({
      resources: (await productSlugs('')).slice(0, mostListed).map((slug) => ({
        uri: `portfolio://products/${slug}`,
        name: slug,
      })),
    }),
    complete: { slug: (typed) => productSlugs(typed) },
  })
  return (server: McpServer, requestId: string = randomUUID()): void => {
    const read = (uri: URL, tool: Tool, sent: object) => document(ground, uri, tool, sent, requestId)
    for (const { uri, name, tool, description = tool.config.description } of documents)
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

async function document(ground: ToolDependencies, uri: URL, tool: Tool, sent: object, requestId: string) {
  try {
    return { contents: [{ uri: uri.href, mimeType, text: (await tool.tell(ground, sent)).json }] }
  } catch (error) {
    if (error instanceof Fault && error.code === 'validation_failed')
      throw new ResourceNotFoundError(uri.href)
    const text = errorText(error, requestId, (unforeseen) => ground.report(unforeseen, requestId))
    throw new ProtocolError(ProtocolErrorCode.InternalError, text)
  }
}
