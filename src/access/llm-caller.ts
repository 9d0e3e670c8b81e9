import type { Read } from '../database/read.ts'
import type { LastUseTracker } from './last-use-tracker.ts'
import { callerFinder, type TokenKind } from './token-caller.ts'

/** The scopes of an LLM key. */
export const llmScopes = ['resources:read', 'resources:write'] as const
export type LlmScope = (typeof llmScopes)[number]

/** The kind of credential of bots that work with services, improvements, tasks and bugs. */
export const llmKey: TokenKind = {
  prefix: 'llm',
  type: 'llm_key',
  abilities: llmScopes,
  environmentPrefix: 'llm_',
}

/** Returns a finder of the callers with an LLM key. */
export function llmKeyCallerFinder(read: Read, environment: string[], lastUse: LastUseTracker) {
  return callerFinder(llmKey, read, environment, lastUse)
}
