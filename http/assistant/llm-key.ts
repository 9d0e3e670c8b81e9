import type { FastifyRequest } from 'fastify'
import { bearerToken } from '../identity/guard.ts'

/** Where LLM keys come from, and the headers that may contain one, in the order in which they count. */
export const llmKeySource = {
  headers: ['X-LLM-Key', 'X-Bot-Key', 'Authorization'],
  advice:
    'Get an LLM key from an admin, who creates it in the web interface under /admin/api-keys or by "portfolio-ops api-key create --name NAME", and send it as X-LLM-Key. Of several headers only the first counts.',
}

/** Returns the LLM key of a request. Only the first header that is present counts, even if another one is valid. */
export function llmKeyOf(request: FastifyRequest): string {
  const { headers } = request
  return String(headers['x-llm-key'] ?? headers['x-bot-key'] ?? bearerToken(request) ?? '').trim()
}
