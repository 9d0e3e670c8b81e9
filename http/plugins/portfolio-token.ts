import type { CallerFinder } from '../../src/access/caller.ts'
import { callerFinder } from '../../src/access/token-caller.ts'
import { portfolioToken } from '../../src/access/token-kinds.ts'
import type { Server } from '../server.ts'
import { lastUseTracker } from './last-use.ts'

/** Returns a finder of the callers with a portfolio token. It records when a token was last used. */
export function portfolioCallerFinder(app: Server): CallerFinder {
  return callerFinder(portfolioToken, app.read, app.config.PORTFOLIO_TOKENS, lastUseTracker(app))
}
