import type { FastifyRequest } from 'fastify'
import { LastUseTracker } from '../../src/access/last-use-tracker.ts'
import { llmKeyCallerFinder } from '../../src/access/llm-caller.ts'
import { checkAssistantReferences } from '../../src/assistant/check-references.ts'
import type { AreaOptions } from '../area-auth.ts'
import { bearerToken } from '../bearer-token.ts'
import { guard } from '../plugins/guard.ts'
import type { Server } from '../server.ts'
import { agentRoutes } from './agent.ts'
import { bugRoutes } from './bug.ts'
import { improvementRoutes } from './improvement.ts'
import { serviceRoutes } from './service.ts'
import { serviceTaskRoutes } from './service-task.ts'

const routesByPrefix = {
  '/api/resources': serviceRoutes,
  '/api/improvements': improvementRoutes,
  '/api/tasks': serviceTaskRoutes,
  '/api/bugs': bugRoutes,
  '/api/agents': agentRoutes,
}

/** Registers the assistants API except the bot endpoints. It requires an LLM key. */
export async function resourcesArea(app: Server, shared: AreaOptions): Promise<void> {
  const lastUse = new LastUseTracker(app.orm)
  app.addHook('onClose', () => lastUse.close())
  const callers = llmKeyCallerFinder(app.read, app.config.LLM_API_KEYS, lastUse)
  for (const [prefix, routes] of Object.entries(routesByPrefix)) {
    await app.register(
      async (area) => {
        area.decorate('checkReferences', checkAssistantReferences)
        guard(area as Server, {
          ...shared,
          credentialOf: keyFrom,
          callers,
          ability: ({ method }) =>
            method === 'GET' || method === 'HEAD' ? 'resources:read' : 'resources:write',
          security: ['llmKey', 'botKey', 'bearerKey'],
          unauthenticated: { status: 401, message: 'Unauthenticated.' },
        })
        routes(area as Server)
      },
      { prefix },
    )
  }
}

// Only the first header that is present counts, even if it is invalid and another one is valid.
function keyFrom(request: FastifyRequest): string {
  const { headers } = request
  return String(headers['x-llm-key'] ?? headers['x-bot-key'] ?? bearerToken(request) ?? '').trim()
}
