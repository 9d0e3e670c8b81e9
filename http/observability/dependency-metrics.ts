import fastifyPlugin from 'fastify-plugin'
import { Gauge } from 'prom-client'
import { limitedCheck } from '../../src/database/limited-check.ts'
import { feedLag } from '../../src/journal/change-feed/feed-lag.ts'
import type { Dependencies } from '../server/dependencies.ts'
import type { Server } from '../server/server.ts'

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
