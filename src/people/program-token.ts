import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Actor } from '../access/actor.ts'
import { llmKey } from '../access/llm-caller.ts'
import { requireAdministrator } from '../access/policy.ts'
import { portfolioToken } from '../access/portfolio-caller.ts'
import { StoredToken, Token } from '../access/token.ts'
import type { TokenKind } from '../access/token-caller.ts'
import { issueToken } from '../access/token-lifecycle.ts'
import { tables } from '../database/statement.ts'
import { notFound } from '../record/fault.ts'
import { recordReads } from '../record/list/reads.ts'
import { bySort } from '../record/list/sort.ts'
import { ListedToken, type TokenQuery, tokenColumns, tokenFilters, tokenState } from './token-list.ts'
import { revokeToken } from './token-revocation.ts'
import { recentWritesColumn, type TokenWrite } from './token-write.ts'

const recentWrites = 5

/** A portfolio token or LLM key in a list, with the latest changes that it made. */
type ListedCredential = ListedToken & { recent_writes: TokenWrite[] }

/** The administration of portfolio tokens. */
export const portfolioTokens = administrationOf(portfolioToken)

/** The administration of LLM keys. */
export const llmKeys = administrationOf(llmKey)

function administrationOf(kind: TokenKind) {
  const reads = recordReads<ListedCredential, TokenQuery>(
    (query) =>
      tables<{ tokens: StoredToken }>()
        .selectFrom('tokens as record')
        .where('record.prefix', '=', sql.lit(kind.prefix))
        .where(tokenFilters(query, sql`record.name`))
        .select([...tokenColumns, recentWritesColumn(kind.type, recentWrites)]),
    bySort({ schema: ListedToken, expressions: { state: tokenState } }),
  )
  const scopes = z
    .array(z.enum(kind.abilities as [string, ...string[]]))
    .check(({ value, issues }) => {
      if (value.length === 0)
        issues.push({ code: 'custom', params: { sentence: 'The {attr} field is required.' }, input: value })
    })
    .optional()
    .describe('Both, if none is chosen')
  const New = z.object({ agent: StoredToken.shape.name.describe('Name of the agent or bot'), scopes })
  return {
    /** Returns a page of the credentials, including expired and revoked ones. */
    list: reads.list,
    /** Returns one credential by id. Throws `not_found`. */
    one: reads.one,
    /** The input for a new credential. */
    New,
    /** Creates a credential. The secret is returned only here. */
    async issue(em: EntityManager, actor: Actor, input: z.output<typeof New>) {
      requireAdministrator(actor)
      const abilities = kind.abilities.filter((scope) => input.scopes?.includes(scope) ?? true)
      const { token, secret } = await issueToken(em, actor, {
        prefix: kind.prefix,
        name: input.agent,
        abilities,
      })
      return { token: Token.parse(token), secret }
    },
    /** Revokes a credential with immediate effect. Throws `not_found` if it does not exist or is already revoked. */
    async revoke(em: EntityManager, actor: Actor, id: number): Promise<void> {
      if (!(await revokeToken(em, actor, kind.prefix, id))) throw notFound()
    },
  }
}
