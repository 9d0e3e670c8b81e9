import type { FastifyRequest } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import { secretMatcher } from '../../src/access/secret.ts'
import type { Config } from '../../src/config/config.ts'
import { isLoopback } from '../../src/config/rules.ts'
import { Fault } from '../../src/record/fault.ts'
import { hostAndOriginCheck } from '../protection/host-and-origin.ts'
import type { Server } from '../server/server.ts'

const buckets = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

// Set by proxies, also by one on this machine that TRUST_PROXY does not list.
const forwardingHeaders = ['forwarded', 'x-forwarded-for', 'x-real-ip']

declare module 'fastify' {
  interface FastifyInstance {
    /** The registry of the metrics that /metrics serves. */
    metrics: Registry
  }
}

/**
 * Measures the process and every request, and serves the metrics at /metrics: with METRICS_TOKEN as a bearer
 * token, or to the same machine if no token is set and no proxy is configured. Other plugins add their metrics to
 * `app.metrics`.
 */
export const metrics = fastifyPlugin(
  async (app: Server) => {
    const registry = new Registry()
    collectDefaultMetrics({ register: registry })
    const durations = new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Duration of HTTP requests in seconds, by route',
      labelNames: ['method', 'route', 'status'],
      buckets,
      registers: [registry],
    })
    // Caches the labeled histograms: finding one by its labels costs more than an observation.
    const labeled = new Map<string, { observe: (seconds: number) => void }>()
    app.addHook('onResponse', ({ method, routeOptions: { url: route = 'unknown' } }, reply, done) => {
      const status = `${Math.floor(reply.statusCode / 100)}xx`
      const key = `${method} ${route} ${status}`
      const duration = labeled.get(key) ?? durations.labels({ method, route, status })
      labeled.set(key, duration)
      duration.observe(reply.elapsedTime / 1000)
      done()
    })
    const isAllowed = accessCheck(app.config)
    app.get('/metrics', { onRequest: hostAndOriginCheck(app) }, async (request, reply) => {
      if (!isAllowed(request)) throw new Fault(app.config.METRICS_TOKEN ? 'unauthenticated' : 'policy_denied')
      return reply.type(registry.contentType).send(await registry.metrics())
    })
    app.decorate('metrics', registry)
  },
  { name: 'metrics', dependencies: ['unknown-routes'] },
)

function accessCheck({ METRICS_TOKEN, TRUST_PROXY, isLocal }: Config): (request: FastifyRequest) => boolean {
  if (METRICS_TOKEN === undefined) {
    // With a public URL or a trusted proxy, other machines have their requests forwarded by this one.
    const isDirect = isLocal && TRUST_PROXY.length === 0
    return ({ ip, headers }) =>
      isDirect && isLoopback(ip) && !forwardingHeaders.some((name) => name in headers)
  }
  const isExpected = secretMatcher(`Bearer ${METRICS_TOKEN}`)
  return ({ headers }) => isExpected(headers.authorization ?? '')
}
