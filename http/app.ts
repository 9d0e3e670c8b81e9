import Fastify, { LogController } from 'fastify'
import { type CreateServerFactory, describeMessage, mcpHandler, publicDocuments } from '../mcp/http.ts'
import { notFound } from '../src/record/fault.ts'
import { serializer } from '../src/record/serializer.ts'
import { adminArea } from './admin/index.ts'
import { answerCache } from './answers/answer-cache.ts'
import { errors, sendFault } from './answers/errors.ts'
import { etags } from './answers/etag.ts'
import { unknownRoutes, unmatchedRequests } from './answers/not-found.ts'
import { warnings } from './answers/warnings.ts'
import { botArea } from './assistant/bot.ts'
import { assistantArea } from './assistant/index.ts'
import { components } from './components.ts'
import { discovery } from './discovery.ts'
import { callerLookup, lastUse } from './identity/guard.ts'
import { type McpHandler, mcpArea } from './mcp.ts'
import { notifications } from './notifications.ts'
import { oauth } from './oauth/oauth.ts'
import { health } from './observability/health.ts'
import { dependencyMetrics, metrics } from './observability/metrics.ts'
import { generateRequestId, requestId } from './observability/request-id.ts'
import { requestLog } from './observability/request-log.ts'
import { traceContext } from './observability/trace-context.ts'
import { docs } from './openapi/docs.ts'
import { openapi } from './openapi/openapi.ts'
import { operationsArea } from './operations/index.ts'
import { portfolioArea } from './portfolio/index.ts'
import { cors } from './protection/cors.ts'
import { loginLimits } from './protection/login-limits.ts'
import { clientErrorHandler, missingHost } from './protection/malformed-request.ts'
import { rateLimit } from './protection/rate-limit.ts'
import { redis } from './protection/redis.ts'
import { securityHeaders } from './protection/security-headers.ts'
import { socketLimits, stalledSockets } from './protection/socket-limits.ts'
import { jsonBody } from './request/json-body.ts'
import { normalizeUrl } from './request/request-target.ts'
import { validation } from './request/validation.ts'
import type { Dependencies } from './server/dependencies.ts'
import type { Server } from './server/server.ts'

const bodyLimit = 1024 * 1024

/** The dependencies of the server, and the parts that a test may replace. */
export type AppOptions = Dependencies & {
  /** Creates the factory of MCP servers. Default: the factory of this service. */
  mcpServerFactory?: CreateServerFactory | undefined
}

/**
 * Builds the HTTP server: registers the plugins, then the areas. Hooks run in the order of their registration; where it
 * matters, a plugin names those that it depends on.
 */
export async function buildApp({
  config,
  secretKey,
  orm,
  read,
  readReplica,
  readSeparately,
  checkReplicas,
  poolStates,
  isStopping,
  initialize,
  log,
  telemetry,
  mcpServerFactory,
}: AppOptions): Promise<Server> {
  const app: Server = Fastify({
    logger: config.LOG_LEVEL === 'silent' ? false : { level: config.LOG_LEVEL, ...(log && { stream: log }) },
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    genReqId: generateRequestId,
    bodyLimit,
    trustProxy: config.TRUST_PROXY.length > 0 ? config.TRUST_PROXY : false,
    forceCloseConnections: 'idle',
    ...socketLimits,
    http: { ...socketLimits.http, requireHostHeader: false },
    clientErrorHandler,
    rewriteUrl: normalizeUrl,
    // The maximum length of a URL. The schema of a route limits its parameters further.
    routerOptions: { maxParamLength: 16_384 },
    frameworkErrors: (_error, request, reply) => sendFault(request, reply, notFound()),
  })
  app
    .decorate('config', config)
    .decorate('orm', orm)
    .decorate('read', read)
    .decorate('readReplica', readReplica)
  app.decorateRequest('caller', null)
  app.decorateRequest('mayReadResult', true)
  // Compiled at first use; compiling all of them would make the start a sixth slower.
  app.setSerializerCompiler(
    ({ schema }) =>
      (value) =>
        serializer(schema as never)(value),
  )
  telemetry?.traceRequests(app)
  await app.register(errors)
  await app.register(requestId)
  await app.register(traceContext)
  await app.register(securityHeaders)
  await app.register(missingHost)
  await app.register(stalledSockets)
  await app.register(cors)
  await app.register(unknownRoutes)
  await app.register(metrics)
  await app.register(redis)
  await app.register(dependencyMetrics, { checkReplicas, poolStates })
  await app.register(notifications, { secretKey })
  await app.register(requestLog)
  telemetry?.exportMetrics(app.metrics)
  await app.register(warnings)
  await app.register(jsonBody)
  await app.register(validation)
  await app.register(answerCache)
  await app.register(etags)
  await app.register(rateLimit)
  await app.register(loginLimits)
  await app.register(callerLookup)
  await app.register(lastUse)
  await app.register(oauth, { secretKey })
  await app.register(openapi, { components })
  await app.register(docs)
  await app.register(discovery, {
    documents: publicDocuments(() => config.PUBLIC_URL, app.oauth !== undefined),
  })
  await app.register(health, { isStopping, initialize, checkReplicas, readSeparately })
  await app.register(assistantArea)
  await app.register(botArea, { prefix: '/api/v1/bot' })
  await app.register(portfolioArea, { prefix: '/api/portfolio' })
  await app.register(operationsArea, { prefix: '/api/v1' })
  await app.register(mcpArea, { prefix: '/mcp', ...createMcpHandler(app, mcpServerFactory) })
  await app.register(adminArea, { prefix: '/admin' })
  await app.register(unmatchedRequests)
  return app
}

function createMcpHandler(app: Server, factory?: CreateServerFactory): McpHandler {
  const handle = mcpHandler(
    {
      reads: async () => app,
      publicUrl: () => app.config.PUBLIC_URL,
      timeZone: () => app.config.TIME_ZONE,
      report: (error, request_id, trace_id) =>
        app.log.error({ err: error, request_id, ...(trace_id && { trace_id }) }, 'unexpected error'),
      events: { orm: app.orm, read: app.read, links: app.links, settings: app.notifications },
    },
    factory,
  )
  return { handle, describeMessage }
}
