import { readFileSync } from 'node:fs'
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server'
import Fastify, { type FastifyInstance } from 'fastify'
import { z } from 'zod'

const input = z.object({ limit: z.number().optional() })

/** An MCP server of the bare SDK on Fastify. Each tool returns a constant from the file BENCH_ANSWERS. */
export function mcpBaseline(): FastifyInstance {
  const answers = JSON.parse(readFileSync(process.env.BENCH_ANSWERS ?? '', 'utf8'))
  const handler = createMcpHandler(() => {
    const server = new McpServer({ name: 'bare', version: '1.0.0' })
    for (const [name, answer] of Object.entries(answers))
      server.registerTool(
        name,
        { description: 'A constant', inputSchema: input },
        async () => answer as never,
      )
    return server
  })
  const app = Fastify()
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
  app.post('/mcp', async ({ headers, body }) => {
    const sent = Object.entries(headers).filter(([name]) => name !== 'content-length') as [string, string][]
    return handler.fetch(
      new Request('http://localhost/mcp', { method: 'POST', headers: sent, body: body as string }),
    )
  })
  return app as never
}
