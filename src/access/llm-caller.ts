import type { Read } from '../database/read.ts'
import type { LastUseTracker } from './last-use-tracker.ts'
import { callerFinder, type TokenKind } from './token-caller.ts'

/** The scopes of an LLM key. */
export const llmScopes = ['resources:read', 'resources:write'] as const
export type LlmScope = (typeof llmScopes)[number]

const llmKey: TokenKind = { prefix: 'llm', type: 'llm_key', abilities: llmScopes, environmentPrefix: 'llm_' }

/** Returns a function that finds the caller with an LLM key. It returns null if the key is not valid. */
export function llmKeyCallerFinder(read: Read, environment: string[], lastUse: LastUseTracker) {
  return callerFinder(llmKey, read, environment, lastUse)
}
