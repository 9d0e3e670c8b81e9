import type { FastifyRequest } from 'fastify'
import { callerFinder } from '../../src/access/token-caller.ts'
import { llmKey } from '../../src/access/token-kinds.ts'
import { checkReferences, kinds } from '../../src/assistant/kinds.ts'
import { bearerToken, guard } from '../identity/guard.ts'
import { isSafeMethod } from '../request/request-target.ts'
import { resourceOf } from '../routes/record-kind.ts'
import { recordRoutes } from '../routes/record-routes.ts'
import type { Server } from '../server/server.ts'
import { agentRoutes } from './agent.ts'

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

/** Where LLM keys come from, and the headers that may contain one, in the order in which they count. */
const llmKeySource = {
  headers: ['X-LLM-Key', 'X-Bot-Key', 'Authorization'],
  advice:
    'Get an LLM key from an admin, who creates it in the web interface under /admin/api-keys or by "portfolio-ops api-key create --name NAME", and send it as X-LLM-Key. Of several headers only the first counts.',
}

/** Returns the LLM key of a request. Only the first header that is present counts, even if another one is valid. */
function llmKeyOf(request: FastifyRequest): string {
  const { headers } = request
  return String(headers['x-llm-key'] ?? headers['x-bot-key'] ?? bearerToken(request) ?? '').trim()
}
