import fastifyPlugin from 'fastify-plugin'
import { RecentCallers } from '../../src/access/recent-callers.ts'
import { watchCredentials } from '../../src/access/watch-credentials.ts'
import type { Server } from '../server/server.ts'

declare module 'fastify' {
  interface FastifyInstance {
    recentCallers: RecentCallers
  }
}

/** Caches verified credentials in `app.recentCallers`, until a credential changes. */
export const recentCallers = fastifyPlugin(
  async (app: Server) => {
    let watch: ReturnType<typeof watchCredentials> | undefined
    const callers = new RecentCallers(() => watch?.isCurrent() ?? false)
    app.decorate('recentCallers', callers)
    app.addHook('onReady', async () => {
      watch = watchCredentials(app.orm, () => callers.credentialsChanged())
    })
    app.addHook('onClose', async () => watch?.close())
  },
  { name: 'recent-callers' },
)
