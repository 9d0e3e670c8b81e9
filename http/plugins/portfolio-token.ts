import type { Caller } from '../../src/access/caller.ts'
import { LastUseTracker } from '../../src/access/last-use-tracker.ts'
import { portfolioTokenCallerFinder } from '../../src/access/portfolio-caller.ts'
import type { Server } from '../server.ts'

/**
 * Returns the function that finds the caller of a portfolio token and records when the token was last used.
 */
export function portfolioCallerFinder(app: Server): (secret: string) => Promise<Caller | null> {
  const lastUse = new LastUseTracker(app.orm)
  app.addHook('onClose', () => lastUse.close())
  return portfolioTokenCallerFinder(app.read, app.config.PORTFOLIO_TOKENS, lastUse)
}
