import fastifyPlugin from 'fastify-plugin'
import { CallerLookup } from '../../src/access/caller-lookup.ts'
import type { Server } from '../server/server.ts'

declare module 'fastify' {
  interface FastifyInstance {
    callerLookup: CallerLookup
  }
}

/** Looks up the callers of credentials, by `app.callerLookup`. */
export const callerLookup = fastifyPlugin(
  async (app: Server) => {
    app.decorate('callerLookup', new CallerLookup())
  },
  { name: 'caller-lookup' },
)
