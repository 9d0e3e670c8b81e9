import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Actor } from '../access/actor.ts'
import { requireAdministrator } from '../access/policy.ts'
import { issueToken, StoredToken, Token, tokens } from '../access/token.ts'
import { llmKey, portfolioToken, type TokenKind } from '../access/token-kinds.ts'
import { db } from '../database/tables.ts'
import { differences } from '../journal/differences.ts'
import { addHistory } from '../journal/save.ts'
import { phrase } from '../language/phrase.ts'
import { Fault, notFound } from '../record/fault.ts'
import { recordReads } from '../record/list/reads.ts'
import { bySort } from '../record/list/sort.ts'
import { lockRecord, type Precondition } from '../record/lock-record.ts'
import { nonEmpty } from '../record/rules/at-least-one.ts'
import { translations } from '../record/rules/description.ts'
import {
  ListedToken,
  recentWritesColumn,
  type TokenQuery,
  type TokenWrite,
  tokenColumns,
  tokenFilters,
  tokenState,
} from './token-list.ts'
import { revokeToken } from './token-revocation.ts'

const recentWrites = 5

/** A portfolio token or LLM key in a list, with the latest changes that it made. An LLM key writes nothing directly. */
type ListedProgramToken = ListedToken &
  Pick<StoredToken, 'direct'> & { scopes: string[]; recent_writes: TokenWrite[] }

/** The administration of portfolio tokens. */
export const portfolioTokens = administrationOf(portfolioToken)

/** The administration of LLM keys. */
export const llmKeys = administrationOf(llmKey)

function administrationOf(kind: TokenKind) {
  const reads = recordReads<ListedProgramToken, TokenQuery>(
    `${kind.type}s`,
    { state: 'active', search: '%bot%' },
    (query) =>
      db
        .selectFrom('tokens as record')
        .where('record.prefix', '=', sql.lit(kind.prefix))
        .where(tokenFilters(query, sql`record.name`))

        .select([
          ...tokenColumns,
          'record.abilities as scopes',
          'record.direct',
          recentWritesColumn(kind.type, recentWrites),
        ]),
    bySort({ schema: ListedToken, expressions: { state: tokenState } }),
  )
  const scopes = nonEmpty(z.array(z.enum(kind.scopes as [string, ...string[]])))
  const New = z.object({
    agent: StoredToken.shape.name
      .describe('Name of the agent or bot')
      .register(translations, { ru: 'Имя агента или бота' }),
    scopes: scopes
      .optional()
      .describe(`If none is chosen: ${kind.abilities.join(' and ')}`)
      .register(translations, { ru: `Если не выбрать: ${kind.abilities.join(' и ')}` }),
  })
  const inOrder = (chosen: readonly string[]) => kind.scopes.filter((scope) => chosen.includes(scope))
  return {
    /** Returns a page of the tokens, including expired and revoked ones. */
    list: reads.list,
    /** Returns one token by id. Throws `not_found`. */
    one: reads.one,
    /** The input for a new token. */
    New,
    /** The rule of the scopes of a stored token. */
    scopes,
    /** Creates a token. The secret is returned only here. */
    async issue(
      em: EntityManager,
      actor: Actor,
      { agent, scopes = [...kind.abilities], direct }: z.output<typeof New> & { direct?: readonly string[] },
    ) {
      requireAdministrator(actor)
      const { token, secret } = await issueToken(em, actor, {
        prefix: kind.prefix,
        name: agent,
        abilities: inOrder(scopes),
        ...(direct && { direct }),
      })
      return { token: Token.parse(token), secret }
    },
    /**
     * Changes what a token may do, from its next request on. Its proposals that wait stay.
     *
     * @throws Fault `not_found` if it does not exist; `conflict` if it is revoked
     */
    async change(
      em: EntityManager,
      actor: Actor,
      id: number,
      { scopes, direct }: { scopes?: readonly string[] | undefined; direct?: readonly string[] | undefined },
      precondition: Precondition,
    ): Promise<void> {
      requireAdministrator(actor)
      const token = await lockRecord(em, tokens, { id, prefix: kind.prefix })
      await precondition()
      if (token.revoked_at !== null) throw new Fault('conflict', phrase('refusal.tokenIsRevoked'))
      const before = { scopes: token.abilities, direct: token.direct }
      if (scopes) token.abilities = inOrder(scopes)
      if (direct) token.direct = [...new Set(direct)]
      const changes = differences(before, { scopes: token.abilities, direct: token.direct })
      if (Object.keys(changes).length > 0) addHistory(em, actor, token, 'updated', changes)
      await em.flush()
    },
    /** Revokes a token with immediate effect. Throws `not_found` if it does not exist or is already revoked. */
    async revoke(em: EntityManager, actor: Actor, id: number): Promise<void> {
      if (!(await revokeToken(em, actor, kind.prefix, id))) throw notFound()
    },
  }
}
