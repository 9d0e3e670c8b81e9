import type { Writable } from 'node:stream'
import Fastify, { LogController } from 'fastify'
import { type FactoryOf, mcpHandler, toolOf } from '../mcp/http.ts'
import type { Config } from '../src/config.ts'
import type { Read } from '../src/database/read.ts'
import type { MikroORM } from '../src/database/unit-of-work.ts'
import { notFound } from '../src/record/fault.ts'
import { botArea } from './assistant/bot.ts'
import { resourcesArea } from './assistant/index.ts'
import { type Mcp, mcp } from './mcp.ts'
import { operationsArea } from './operations/index.ts'
import { jsonBodies } from './plugins/body.ts'
import { cors } from './plugins/cors.ts'
import { docs } from './plugins/docs.ts'
import { errors, refuse } from './plugins/errors.ts'
import { etags } from './plugins/etag.ts'
import { health } from './plugins/health.ts'
import { limits } from './plugins/limits.ts'
import { metrics } from './plugins/metrics.ts'
import { outside, readableUrl, unknownRoutes } from './plugins/not-found.ts'
import { openapi } from './plugins/openapi.ts'
import { requestId, requestIds } from './plugins/request-id.ts'
import { requestLog } from './plugins/request-log.ts'
import { securityHeaders } from './plugins/security-headers.ts'
import { refuseUnreadable } from './plugins/unreadable.ts'
import { validation } from './plugins/validation.ts'
import { warnings } from './plugins/warnings.ts'
import { portfolioArea } from './portfolio/index.ts'
import { serializer } from './serializer.ts'
import type { Server } from './server.ts'

const bodyLimit = 1024 * 1024
// For all of a request to arrive.
const requestTimeout = 120_000

/** What the server stands on. */
export type Dependencies = {
  config: Config
  orm: MikroORM
  read: Read
  readReplica: Read
  /** Whether the process was told to stop. */
  stopping: () => boolean
  /** Does what comes first in a migrated database, once. Says whether it is done: before that we are not ready. */
  begin?: (() => Promise<boolean>) | undefined
  /** Where the log goes: to stdout, unless said otherwise. */
  log?: Writable | undefined
  /** What makes the MCP servers: ours, unless a test adds to them. */
  mcpServers?: FactoryOf | undefined
}

/** The whole HTTP server: every plugin and every area, in order. */
export async function buildApp({
  config,
  orm,
  read,
  readReplica,
  stopping,
  begin,
  log,
  mcpServers,
}: Dependencies): Promise<Server> {
  const app: Server = Fastify({
    logger: config.LOG_LEVEL === 'silent' ? false : { level: config.LOG_LEVEL, ...(log && { stream: log }) },
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    genReqId: requestId,
    bodyLimit,
    trustProxy: config.TRUST_PROXY.length > 0 ? config.TRUST_PROXY : false,
    forceCloseConnections: 'idle',
    requestTimeout,
    clientErrorHandler: refuseUnreadable,
    rewriteUrl: readableUrl,
    // As long as an address may be: what a parameter may be, its schema says.
    routerOptions: { maxParamLength: 16_384 },
    frameworkErrors: (_error, request, reply) => refuse(request, reply, notFound()),
  })
  app
    .decorate('config', config)
    .decorate('orm', orm)
    .decorate('read', read)
    .decorate('readReplica', readReplica)
  app.decorateRequest('caller', null)
  app.setSerializerCompiler(({ schema }) => serializer(schema as never))
  errors(app)
  requestIds(app)
  securityHeaders(app)
  cors(app)
  const unknownRoute = unknownRoutes(app)
  requestLog(app, metrics(app))
  warnings(app)
  jsonBodies(app)
  validation(app)
  etags(app)
  const limit = limits(app)
  openapi(app, limit)
  docs(app, limit)
  health(app, { stopping, begin })
  await resourcesArea(app, { limit, unknownRoute })
  await app.register(async (area) => botArea(area as Server, { unknownRoute }), { prefix: '/api/v1/bot' })
  await app.register(async (area) => portfolioArea(area as Server, { limit, unknownRoute }), {
    prefix: '/api/portfolio',
  })
  await app.register(async (area) => operationsArea(area as Server, { limit, unknownRoute }), {
    prefix: '/api/v1',
  })
  await app.register(
    async (area) => mcp(area as Server, { limit, unknownRoute }, mcpServer(app, mcpServers)),
    {
      prefix: '/mcp',
    },
  )
  outside(app, { limit, unknownRoute })
  return app
}

function mcpServer(app: Server, mcpServers?: FactoryOf): Mcp {
  const answer = mcpHandler(
    {
      reads: async () => app,
      publicUrl: () => app.config.PUBLIC_URL,
      report: (error, request_id) => app.log.error({ err: error, request_id }, 'unexpected error'),
    },
    mcpServers,
  )
  return { answer, toolOf }
}
