import fastifyPlugin from 'fastify-plugin'
import { LastUseTracker } from '../../src/access/last-use-tracker.ts'
import type { Server } from '../server/server.ts'

declare module 'fastify' {
  interface FastifyInstance {
    lastUse: LastUseTracker
  }
}

/** Records when a token was last used, by `app.lastUse`. */
export const lastUse = fastifyPlugin(
  async (app: Server) => {
    const tracker = new LastUseTracker(app.orm)
    app.decorate('lastUse', tracker)
    app.addHook('onClose', () => tracker.close())
  },
  { name: 'last-use' },
)
