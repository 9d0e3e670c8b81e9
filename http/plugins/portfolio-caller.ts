import type { Caller } from '../../src/access/caller.ts'
import { LastUse } from '../../src/access/last-use.ts'
import { portfolioCallers } from '../../src/access/portfolio-caller.ts'
import type { Server } from '../server.ts'

/** Finds who holds a portfolio token, and remembers when the token was used, for as long as the server runs. */
export function portfolioCallerOf(app: Server): (secret: string) => Promise<Caller | null> {
  const lastUse = new LastUse(app.orm)
  app.addHook('onClose', () => lastUse.close())
  return portfolioCallers(app.read, app.config.PORTFOLIO_TOKENS, lastUse)
}
