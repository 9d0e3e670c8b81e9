import type { FastifyRequest } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Config } from '../../src/config/config.ts'
import { isLoopback } from '../../src/config/rules.ts'
import { limitedCheck } from '../../src/database/limited-check.ts'
import { feedLag } from '../../src/journal/change-feed/feed.ts'
import { Fault } from '../../src/record/fault.ts'
import { secretMatcher } from '../../src/record/token-format.ts'
import { hostAndOriginCheck } from '../protection/host-and-origin.ts'
import type { Dependencies } from '../server/dependencies.ts'
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

const timeoutMs = 1000

/**
 * Adds metrics of the database, the change feed and Redis. They are measured when /metrics is read, each for at most a
 * second. A value that is unknown at that time, because a server does not answer, is left out.
 */
export const dependencyMetrics = fastifyPlugin(
  async (app: Server, { checkReplicas, poolStates }: Pick<Dependencies, 'checkReplicas' | 'poolStates'>) => {
    const registers = [app.metrics]
    new Gauge({
      name: 'database_pool_connections',
      help: 'Connections to the database, by server and state (in_use or idle)',
      labelNames: ['server', 'state'],
      registers,
      collect() {
        for (const { server, inUse, idle } of poolStates()) {
          this.set({ server, state: 'in_use' }, inUse)
          this.set({ server, state: 'idle' }, idle)
        }
      },
    })
    new Gauge({
      name: 'database_pool_waiting',
      help: 'Requests that wait for a connection to the database, by server',
      labelNames: ['server'],
      registers,
      collect() {
        for (const { server, waiting } of poolStates()) this.set({ server }, waiting)
      },
    })
    new Gauge({
      name: 'database_replica_up',
      help: 'Whether a replica answers (1) or not (0)',
      labelNames: ['server'],
      registers,
      async collect() {
        for (const { server, answers } of await checkReplicas()) this.set({ server }, Number(answers))
      },
    })
    new Gauge({
      name: 'database_replica_lag_seconds',
      help: 'Age of the data of a replica if the primary has newer data, otherwise 0',
      labelNames: ['server'],
      registers,
      async collect() {
        this.reset()
        for (const { server, lagSeconds } of await checkReplicas())
          if (lagSeconds !== null) this.set({ server }, lagSeconds)
      },
    })
    const measureFeedLag = limitedCheck(() => feedLag(app.read).catch(() => undefined), timeoutMs)
    new Gauge({
      name: 'change_feed_lag_seconds',
      help: 'Age of the oldest change that the change feed does not return yet, because an earlier transaction is open',
      registers,
      async collect() {
        const seconds = await measureFeedLag()
        if (seconds === undefined) this.remove()
        else this.set(seconds)
      },
    })
    const { redis } = app
    if (!redis) return
    new Gauge({
      name: 'redis_up',
      help: 'Whether rate limits are counted in Redis (1) or, while it does not answer, in memory (0)',
      registers,
      collect() {
        this.set(Number(redis.isAvailable))
      },
    })
  },
  { name: 'dependency-metrics', dependencies: ['metrics', 'redis'] },
)
