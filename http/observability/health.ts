import fastifyPlugin from 'fastify-plugin'
import { z } from 'zod'
import type { Dependencies } from '../server/dependencies.ts'
import type { Server } from '../server/server.ts'
import { readinessCheck } from './readiness.ts'

const Health = z.object({
  status: z.string().meta({ examples: ['ok'] }),
  checks: z.record(z.string(), z.string()).meta({ examples: [{ database: 'ok', process: 'ok' }] }),
})

/** Registers the liveness and readiness checks. */
export const health = fastifyPlugin(
  async (
    app: Server,
    {
      isStopping,
      ...dependencies
    }: Pick<Dependencies, 'isStopping' | 'initialize' | 'checkReplicas' | 'readSeparately'>,
  ) => {
    const checkReadiness = readinessCheck(app, dependencies)
    app.get(
      '/health/live',
      {
        schema: {
          operationId: 'getLiveness',
          tags: ['Health'],
          summary: 'Check that the process is running',
          response: { 200: Health.pick({ status: true }) },
        },
      },
      async () => ({ status: 'ok' }),
    )
    app.get(
      '/health/ready',
      {
        schema: {
          operationId: 'getReadiness',
          tags: ['Health'],
          summary: 'Check that requests can be served',
          description:
            '200 once the database answers, accepts writes and has all migrations, 503 as soon as the process starts to shut down. The status is `degraded` while Redis or a replica does not answer; requests are served without it. The result is up to a second old.',
          response: { 200: Health, 503: Health },
        },
      },
      async (_request, reply) => {
        const stopping = isStopping()
        const { required, optional } = stopping ? { required: {}, optional: {} } : await checkReadiness()
        const process = stopping ? 'stopping' : 'ok'
        const ready = allOk({ ...required, process })
        if (!ready) reply.header('retry-after', '1')
        const status = ready ? (allOk(optional) ? 'ok' : 'degraded') : 'unavailable'
        return reply.code(ready ? 200 : 503).send({ status, checks: { ...required, ...optional, process } })
      },
    )
  },
  { name: 'health', dependencies: ['openapi', 'redis'] },
)

function allOk(checks: Record<string, string>): boolean {
  return Object.values(checks).every((check) => check === 'ok')
}
