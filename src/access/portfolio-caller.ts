import type { Read } from '../database/read.ts'
import type { LastUseTracker } from './last-use-tracker.ts'
import { portfolioScopes } from './token.ts'
import { callerFinder, type TokenKind } from './token-caller.ts'

/** The kind of credential of agents that work with the portfolio. */
export const portfolioToken: TokenKind = {
  prefix: 'pft',
  type: 'portfolio_token',
  abilities: portfolioScopes,
  environmentPrefix: '',
}

/** Returns a finder of the callers with a portfolio token. */
export function portfolioTokenCallerFinder(read: Read, environment: string[], lastUse: LastUseTracker) {
  return callerFinder(portfolioToken, read, environment, lastUse)
}
