import type { Provenance } from '../record/provenance.ts'
import type { Prefix } from '../record/token-format.ts'

/** A kind of credential that belongs to a program, not to a user. */
export type TokenKind = {
  prefix: Prefix
  /** The type of its callers in provenance. */
  type: Provenance['type']
  /** The abilities that a stored token can have. */
  scopes: readonly string[]
  /** The abilities of a token from the environment, and of a stored one for which none are chosen. */
  abilities: readonly string[]
  /** Prefix of the credential name of a token from the environment. It differs for each kind. */
  environmentPrefix: string
}

/** The scopes of a portfolio token. What a token with `propose` and without `write` writes waits for a person. */
export const portfolioScopes = ['read', 'write', 'propose'] as const
export type PortfolioScope = (typeof portfolioScopes)[number]

/** The scopes of a portfolio token for which none are chosen. */
export const usualPortfolioScopes = ['read', 'write'] as const satisfies PortfolioScope[]

/** The scopes of an LLM key. */
export const llmScopes = ['resources:read', 'resources:write'] as const
export type LlmScope = (typeof llmScopes)[number]

/** The kind of credential of agents that work with the portfolio. */
export const portfolioToken: TokenKind = {
  prefix: 'pft',
  type: 'portfolio_token',
  scopes: portfolioScopes,
  abilities: usualPortfolioScopes,
  environmentPrefix: '',
}

/** The kind of credential of bots that work with services, improvements, tasks and bugs. */
export const llmKey: TokenKind = {
  prefix: 'llm',
  type: 'llm_key',
  scopes: llmScopes,
  abilities: llmScopes,
  environmentPrefix: 'llm_',
}
