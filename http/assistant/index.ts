import { callerFinder } from '../../src/access/token-caller.ts'
import { llmKey } from '../../src/access/token-kinds.ts'
import { checkReferences, kinds } from '../../src/assistant/kinds.ts'
import { guard } from '../identity/guard.ts'
import { isSafeMethod } from '../request/request-target.ts'
import { resourceOf } from '../routes/record-kind.ts'
import { recordRoutes } from '../routes/record-routes.ts'
import type { Server } from '../server/server.ts'
import { agentRoutes } from './agent.ts'
import { llmKeyOf, llmKeySource } from './llm-key.ts'

// Clients use either method for a partial update.
const eitherMethod = {
  methods: ['PUT', 'PATCH'],
  description: 'PUT and PATCH are equivalent: fields that are not sent stay unchanged.',
} as const

/** Registers the assistants API except the bot endpoints. It requires an LLM key. */
export async function assistantArea(app: Server): Promise<void> {
  const callers = callerFinder(llmKey, app.read, app.config.LLM_API_KEYS, app.lastUse)
  for (const [name, kind] of Object.entries(kinds)) {
    const resource = resourceOf(name, kind)
    await app.register(
      async (area: Server) => {
        area.decorate('checkReferences', checkReferences)
        await area.register(guard, {
          credentialOf: llmKeyOf,
          callers,
          ability: ({ method }) => (isSafeMethod(method) ? 'resources:read' : 'resources:write'),
          security: ['llmKey', 'botKey', 'bearerKey'],
          unauthenticated: { status: 401, message: 'Unauthenticated.', source: llmKeySource },
        })
        recordRoutes(area, { ...resource, path: '', change: { ...resource.change, ...eitherMethod } })
        if (name === 'agent') agentRoutes(area)
      },
      { prefix: kind.path },
    )
  }
}
