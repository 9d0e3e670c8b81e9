import type { FastifyRequest } from 'fastify'
import { LastUse } from '../../src/access/last-use.ts'
import { llmCallers } from '../../src/access/llm-caller.ts'
import { checkAssistantReferences } from '../../src/assistant/check-references.ts'
import { bearerOf } from '../bearer.ts'
import { type AreaAuth, guard } from '../plugins/guard.ts'
import type { Server } from '../server.ts'
import { agentRoutes } from './agent.ts'
import { bugRoutes } from './bug.ts'
import { improvementRoutes } from './improvement.ts'
import { serviceRoutes } from './service.ts'
import { serviceTaskRoutes } from './task.ts'

const areas = {
  '/api/resources': serviceRoutes,
  '/api/improvements': improvementRoutes,
  '/api/tasks': serviceTaskRoutes,
  '/api/bugs': bugRoutes,
  '/api/agents': agentRoutes,
}

/** The resources that agents work with, behind an LLM key. */
export async function resourcesArea(
  app: Server,
  door: Pick<AreaAuth, 'limit' | 'unknownRoute'>,
): Promise<void> {
  const lastUse = new LastUse(app.orm)
  app.addHook('onClose', () => lastUse.close())
  const callerOf = llmCallers(app.read, app.config.LLM_API_KEYS, lastUse)
  for (const [prefix, routes] of Object.entries(areas)) {
    await app.register(
      async (area) => {
        area.decorate('refer', checkAssistantReferences)
        guard(area as Server, {
          ...door,
          identify: async (request) => callerOf(keyOf(request)),
          ability: ({ method }) =>
            method === 'GET' || method === 'HEAD' ? 'resources:read' : 'resources:write',
          security: ['llmKey', 'botKey', 'bearerKey'],
          refusal: { status: 401, message: 'Unauthenticated.' },
        })
        routes(area as Server)
      },
      { prefix },
    )
  }
}

// The first header that is there decides, even where another one would be right.
function keyOf(request: FastifyRequest): string {
  const { headers } = request
  return String(headers['x-llm-key'] ?? headers['x-bot-key'] ?? bearerOf(request) ?? '').trim()
}
