import type { Read } from '../database/read.ts'
import type { LastUse } from './last-use.ts'
import { portfolioScopes } from './token.ts'
import { type TokenKind, tokenCallers } from './token-caller.ts'

const portfolioToken: TokenKind = {
  prefix: 'pft',
  type: 'portfolio_token',
  abilities: portfolioScopes,
  environment: '',
}

/** Finds who holds a portfolio token, stored or of the environment; null where nobody does. */
export function portfolioCallers(read: Read, environment: string[], lastUse: LastUse) {
  return tokenCallers(portfolioToken, read, environment, lastUse)
}
