import type { FastifyReply, FastifyRequest } from 'fastify'
import { Counter, type Registry } from 'prom-client'
import { hideSecrets } from '../../src/access/secret.ts'
import { RequestLog } from '../../src/journal/request-log.ts'
import type { NewRequestRow } from '../../src/journal/request-row.ts'
import { addressOf } from '../address.ts'
import type { Server } from '../server.ts'
import { withoutServer } from './not-found.ts'

const logged = /^\/(api|mcp)(\/|$)/
const longestPath = 512
const longestAgent = 255

/** Writes every request of the APIs down, whatever its answer: who, what, how it went, and nothing that was sent. */
export function requestLog(app: Server, registry: Registry): void {
  const lost = new Counter({
    name: 'request_log_lost_total',
    help: 'Requests that could not be written into the request log',
    registers: [registry],
  })
  const log = new RequestLog({
    orm: app.orm,
    read: app.read,
    daysKept: app.config.REQUEST_LOG_DAYS,
    lost: (rows) => {
      lost.inc(rows)
      app.log.warn({ rows }, 'requests are missing in the request log')
    },
  })
  app.addHook('onResponse', (request, reply, done) => {
    const path = withoutServer(request.originalUrl).split('?', 1)[0] ?? ''
    if (logged.test(path)) log.add(rowOf(request, reply, path))
    done()
  })
  app.addHook('onClose', () => log.close())
}

function rowOf(request: FastifyRequest, reply: FastifyReply, path: string): NewRequestRow {
  const { id, method, caller, tool = null, routeOptions, headers } = request
  const used = caller?.person ? caller.token : caller?.by
  return {
    request_id: id,
    surface: path.startsWith('/mcp') ? 'mcp' : 'http',
    method,
    path: plain(path, longestPath),
    route: routeOptions.url ?? null,
    tool,
    status: reply.statusCode,
    duration_ms: Math.round(reply.elapsedTime),
    ip: addressOf(request),
    user_id: caller?.person?.id ?? null,
    user_name: caller?.person?.name ?? null,
    token_id: typeof used?.id === 'number' ? used.id : null,
    token_name: used?.name ?? null,
    user_agent: headers['user-agent'] ? plain(headers['user-agent'], longestAgent) : null,
    created_at: new Date().toISOString(),
  }
}

// What a caller wrote, fit for a column: without control characters, and without a secret that slipped into it.
function plain(text: string, longest: number): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
  return hideSecrets(text.replace(/[\u0000-\u001f\u007f-\u009f]/g, ''))
    .toWellFormed()
    .slice(0, longest)
}
