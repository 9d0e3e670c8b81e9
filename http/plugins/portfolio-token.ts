import type { CallerFinder } from '../../src/access/caller.ts'
import { LastUseTracker } from '../../src/access/last-use-tracker.ts'
import { portfolioTokenCallerFinder } from '../../src/access/portfolio-caller.ts'
import type { Server } from '../server.ts'

/** Returns a finder of the callers with a portfolio token. It records when a token was last used. */
export function portfolioCallerFinder(app: Server): CallerFinder {
  const lastUse = new LastUseTracker(app.orm)
  app.addHook('onClose', () => lastUse.close())
  return portfolioTokenCallerFinder(app.read, app.config.PORTFOLIO_TOKENS, lastUse)
}
