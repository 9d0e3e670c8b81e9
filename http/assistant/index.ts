import { callerFinder } from '../../src/access/token-caller.ts'
import { llmKey } from '../../src/access/token-kinds.ts'
import { checkAssistantReferences } from '../../src/assistant/check-references.ts'
import { guard } from '../identity/guard.ts'
import { isSafeMethod } from '../request/request-target.ts'
import type { Server } from '../server/server.ts'
import { agentRoutes } from './agent.ts'
import { bugRoutes } from './bug.ts'
import { improvementRoutes } from './improvement.ts'
import { llmKeyOf, llmKeySource } from './llm-key.ts'
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
export async function assistantArea(app: Server): Promise<void> {
  const callers = callerFinder(llmKey, app.read, app.config.LLM_API_KEYS, app.lastUse)
  for (const [prefix, routes] of Object.entries(routesByPrefix)) {
    await app.register(
      async (area: Server) => {
        area.decorate('checkReferences', checkAssistantReferences)
        await area.register(guard, {
          credentialOf: llmKeyOf,
          callers,
          ability: ({ method }) => (isSafeMethod(method) ? 'resources:read' : 'resources:write'),
          security: ['llmKey', 'botKey', 'bearerKey'],
          unauthenticated: { status: 401, message: 'Unauthenticated.', source: llmKeySource },
        })
        routes(area)
      },
      { prefix },
    )
  }
}
