import type { Read } from '../database/read.ts'
import type { LastUse } from './last-use.ts'
import { type TokenKind, tokenCallers } from './token-caller.ts'

/** What an LLM key may do. */
export const llmScopes = ['resources:read', 'resources:write'] as const
export type LlmScope = (typeof llmScopes)[number]

const llmKey: TokenKind = { prefix: 'llm', type: 'llm_key', abilities: llmScopes, environment: 'llm_' }

/** Finds who holds an LLM key, stored or of the environment; null where nobody does. */
export function llmCallers(read: Read, environment: string[], lastUse: LastUse) {
  return tokenCallers(llmKey, read, environment, lastUse)
}
