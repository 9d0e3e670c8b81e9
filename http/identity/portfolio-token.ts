import type { CallerFinder } from '../../src/access/caller.ts'
import { callerFinder } from '../../src/access/token-caller.ts'
import { portfolioToken } from '../../src/access/token-kinds.ts'
import type { Server } from '../server/server.ts'

/** Returns where portfolio tokens come from, and the header to send them in. */
export function portfolioTokenAdvice(header: string): string {
  return `Get a token from an admin, who creates it in the web interface under /admin/api-agent-tokens or by "portfolio-ops token create --agent NAME", and send it as ${header}.`
}

/** Returns a finder of the callers with a portfolio token. It records when a token was last used. */
export function portfolioCallerFinder(app: Server): CallerFinder {
  return callerFinder(portfolioToken, app.read, app.config.PORTFOLIO_TOKENS, app.lastUse)
}
