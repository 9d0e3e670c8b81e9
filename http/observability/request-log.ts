import type { FastifyReply, FastifyRequest } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import { Counter } from 'prom-client'
import { runStatement } from '../../src/database/transaction.ts'
import { RequestLog } from '../../src/journal/request-log/request-log.ts'
import type { NewRequestRow } from '../../src/journal/request-log/request-row.ts'
import { truncate } from '../../src/record/rules/truncate.ts'
import { redactSecrets } from '../../src/record/token-format.ts'
import { clientAddress } from '../request/client-address.ts'
import { canonicalPath } from '../request/request-target.ts'
import type { Server } from '../server/server.ts'

const loggedPaths = /^\/(api|mcp)(\/|$)/
const maxPathLength = 512
const maxUserAgentLength = 255
const maxClientLength = 255

/**
 * Logs every request of the APIs and of MCP to the database: caller, route, status and duration, never its
 * content.
 */
export const requestLog = fastifyPlugin(
  async (app: Server) => {
    const lost = new Counter({
      name: 'request_log_lost_total',
      help: 'Requests that could not be written to the request log',
      registers: [app.metrics],
    })
    const warning = sumPerSecond((rows) =>
      app.log.warn({ rows }, 'requests could not be written to the request log'),
    )
    const log = new RequestLog({
      orm: app.orm,
      run: (statement) => runStatement(app.orm, statement),
      retentionDays: app.config.REQUEST_LOG_DAYS,
      onDropped: (rows) => {
        lost.inc(rows)
        warning.add(rows)
      },
    })
    app.addHook('onResponse', (request, reply, done) => {
      const path = canonicalPath(request.originalUrl)
      if (loggedPaths.test(path)) log.add(rowOf(request, reply, path))
      done()
    })
    app.addHook('onClose', async () => {
      await log.close()
      warning.flush()
    })
  },
  { name: 'request-log', dependencies: ['errors', 'metrics'] },
)

// Passes the sum of the added numbers to `report`, at most once a second.
function sumPerSecond(report: (sum: number) => void) {
  let sum = 0
  let timer: NodeJS.Timeout | undefined
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    if (sum === 0) return
    report(sum)
    sum = 0
    timer = setTimeout(flush, 1000).unref()
  }
  const add = (value: number) => {
    sum += value
    if (!timer) flush()
  }
  return { add, flush }
}

function rowOf(request: FastifyRequest, reply: FastifyReply, path: string): NewRequestRow {
  const { id, method, caller, mcpTool = null, mcpClient, traceId = null, routeOptions, headers } = request
  const credential: { id?: unknown; name: string } | undefined =
    caller?.client ?? (caller?.person ? caller.token : caller?.by)
  return {
    request_id: id,
    surface: path.startsWith('/mcp') ? 'mcp' : 'http',
    method,
    path: sanitize(path, maxPathLength),
    route: routeOptions.url ?? null,
    tool: mcpTool && redactSecrets(mcpTool),
    status: reply.statusCode,
    duration_ms: Math.round(reply.elapsedTime),
    ip: clientAddress(request),
    user_id: caller?.person?.id ?? null,
    user_name: caller?.person?.name ?? null,
    token_id: typeof credential?.id === 'number' ? credential.id : null,
    token_name: credential?.name ?? null,
    user_agent: headers['user-agent'] ? sanitize(headers['user-agent'], maxUserAgentLength) : null,
    client: mcpClient ? sanitize(mcpClient, maxClientLength) || null : null,
    trace_id: traceId,
    ...(reply.statusCode < 500 && request.rejection),
    created_at: new Date().toISOString(),
  }
}

// Prepares text of the client for a column: removes control characters, redacts secrets, truncates.
function sanitize(text: string, maxLength: number): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are removed here
  const shown = redactSecrets(text.replace(/[\u0000-\u001f\u007f-\u009f]/g, ''))
  return truncate(shown.toWellFormed(), maxLength)
}
