import type { Provenance } from '../record/provenance.ts'
import type { Prefix } from '../record/rules/secret-format.ts'

/** A kind of credential that belongs to a program, not to a user. */
export type TokenKind = {
  prefix: Prefix
  /** The type of its callers in provenance. */
  type: Provenance['type']
  /** The abilities of a token from the environment. A stored token has its own. */
  abilities: readonly string[]
  /** Prefix of the credential name of a token from the environment. It differs for each kind. */
  environmentPrefix: string
}

/** The scopes of a portfolio token. */
export const portfolioScopes = ['read', 'write'] as const
export type PortfolioScope = (typeof portfolioScopes)[number]

/** The scopes of an LLM key. */
export const llmScopes = ['resources:read', 'resources:write'] as const
export type LlmScope = (typeof llmScopes)[number]

/** The kind of credential of agents that work with the portfolio. */
export const portfolioToken: TokenKind = {
  prefix: 'pft',
  type: 'portfolio_token',
  abilities: portfolioScopes,
  environmentPrefix: '',
}

/** The kind of credential of bots that work with services, improvements, tasks and bugs. */
export const llmKey: TokenKind = {
  prefix: 'llm',
  type: 'llm_key',
  abilities: llmScopes,
  environmentPrefix: 'llm_',
}
