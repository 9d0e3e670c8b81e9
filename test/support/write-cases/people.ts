import { issueAccessToken, issueFirstToken } from '../../../src/access/access-token.ts'
import { type Actor, actingUserId } from '../../../src/access/actor.ts'
import { lockActingUser } from '../../../src/access/current-caller.ts'
import { oauthRecords } from '../../../src/access/oauth/record.ts'
import { createSession, endOwnSession } from '../../../src/access/session.ts'
import { addTokenWithoutSecret, issueToken } from '../../../src/access/token.ts'
import { users } from '../../../src/access/user.ts'
import { changeUserAndHandOver } from '../../../src/catalog/handover.ts'
import type { EntityManager } from '../../../src/database/transaction.ts'
import { write } from '../../../src/journal/write.ts'
import { issueCalendarToken, revokeCalendarToken } from '../../../src/people/calendar-token.ts'
import { connect, revokeConnection } from '../../../src/people/connection.ts'
import { createFirstAdmin } from '../../../src/people/first-admin.ts'
import { invite } from '../../../src/people/invitation.ts'
import { changeOwnLanguage } from '../../../src/people/language.ts'
import { unlinkAccounts } from '../../../src/people/openid.ts'
import {
  changeOwnPassword,
  endAccess,
  endWriterAccess,
  replacePassword,
} from '../../../src/people/password.ts'
import { llmKeys, portfolioTokens } from '../../../src/people/program-token.ts'
import { createSavedFilter, removeSavedFilter } from '../../../src/people/saved-filter.ts'
import {
  revokeCurrentToken,
  revokeOwnToken,
  revokeToken,
  revokeUserTokens,
} from '../../../src/people/token-revocation.ts'
import {
  changeUser,
  createUser,
  inviteUser,
  revokeAllTokens,
  setPassword,
  unlinkUser,
} from '../../../src/people/user-administration.ts'
import { revokeUserToken } from '../../../src/people/user-token.ts'
import { operator } from '../people.ts'
import { client } from '../sessions.ts'
import type { WriteCases } from './write-case.ts'

const password = 'a new and long secret'
const connection = { client_id: 'c', client_name: 'Client', resource: 'https://ops.test/mcp', scope: 'read' }

async function ownToken(em: EntityManager, actor: Actor, prefix: 'ops' | 'cal') {
  const input = { prefix, name: 'Own', abilities: [], user_id: actingUserId(actor) }
  return (await issueToken(em, operator, input)).token
}

/** The accounts, tokens and sessions of users. `ids.users` is another user. */
export const peopleCases: WriteCases = {
  writers: {
    issueCalendarToken: (em, actor) => issueCalendarToken(em, actor),
    connect: (em, actor) => connect(em, actor, connection),
  },
  admins: {
    createUser: (em, actor) =>
      createUser(em, actor, { email: 'new@people.test', name: 'New', role: 'user', password }),
    changeUser: (em, actor, { ids }) => changeUser(em, actor, { id: ids.users! }, { role: 'admin' }),
    changeUserAndHandOver: (em, actor, { ids }) =>
      changeUserAndHandOver(em, actor, { id: ids.users! }, { role: 'admin' }),
    inviteUser: (em, actor, { ids }) => inviteUser(em, actor, { id: ids.users! }),
    invite: async (em, actor, { ids }) =>
      invite(em, actor, await em.findOneOrFail(users, { id: ids.users! })),
    unlinkUser: (em, actor, { ids }) => unlinkUser(em, actor, { id: ids.users! }),
    unlinkAccounts: async (em, actor, { ids }) =>
      unlinkAccounts(em, actor, await em.findOneOrFail(users, { id: ids.users! })),
    setPassword: (em, actor, { ids }) => setPassword(em, actor, { id: ids.users! }, { password }),
    replacePassword: async (em, actor, { ids }) =>
      replacePassword(em, actor, await em.findOneOrFail(users, { id: ids.users! }), 'a hash'),
    endAccess: (em, actor, { ids }) => endAccess(em, actor, ids.users!),
    endWriterAccess: (em, actor, { ids }) => endWriterAccess(em, actor, ids.users!),
    createFirstAdmin: (em, actor) =>
      createFirstAdmin(em, actor, { email: 'new@people.test', password, rejectsGuessable: true }),
    issueFirstToken,
    addTokenWithoutSecret: (em, actor) =>
      addTokenWithoutSecret(em, actor, { name: 'New', abilities: ['read'], direct: [] }),
    issueToken: (em, actor) => issueToken(em, actor, { prefix: 'pft', name: 'New', abilities: ['read'] }),
    'portfolioTokens.issue': (em, actor) => portfolioTokens.issue(em, actor, { agent: 'New' }),
    'portfolioTokens.change': (em, actor, { ids }) =>
      portfolioTokens.change(em, actor, ids.pft!, { scopes: ['read'] }, async () => undefined),
    'llmKeys.change': (em, actor, { ids }) =>
      llmKeys.change(em, actor, ids.llm!, { scopes: ['resources:read'] }, async () => undefined),
    'llmKeys.issue': (em, actor) => llmKeys.issue(em, actor, { agent: 'New' }),
    'portfolioTokens.revoke': (em, actor, { ids }) => portfolioTokens.revoke(em, actor, ids.pft!),
    'llmKeys.revoke': (em, actor, { ids }) => llmKeys.revoke(em, actor, ids.llm!),
    revokeToken: (em, actor, { ids }) => revokeToken(em, actor, 'pft', ids.pft!),
    revokeUserTokens: (em, actor, { ids }) => revokeUserTokens(em, actor, 'ops', ids.users!),
    revokeAllTokens: (em, actor, { ids }) => revokeAllTokens(em, actor, { id: ids.users! }),
    revokeConnection: async (em, actor, { ids }) => {
      const grant = { model: 'Grant', digest: 'd', user_id: ids.users!, client_id: 'c', payload: {} }
      const created = em.create(oauthRecords, grant)
      await em.flush()
      return revokeConnection(em, actor, created.id)
    },
    removeSavedFilter: (em, actor, { ids }) => removeSavedFilter(em, actor, ids.saved_filters!),
  },
  active: {
    issueAccessToken: (em, actor) =>
      issueAccessToken(em, actor, { token_name: 'New', abilities: ['apps:read'] }),
    lockActingUser,
    changeOwnPassword: (_em, actor, given) =>
      changeOwnPassword(given.orm, actor, { current_password: given.password, password }, client),
    createSavedFilter: (em, actor) =>
      createSavedFilter(em, actor, { collection: 'products', name: 'New', query: '' }),
    write: (_em, actor, { orm }) => write(orm, actor, async () => undefined),
  },
  everyone: {
    revokeOwnToken: async (em, actor) => revokeOwnToken(em, actor, (await ownToken(em, actor, 'ops')).id),
    revokeUserToken: async (em, actor) => revokeUserToken(em, actor, (await ownToken(em, actor, 'ops')).id),
    revokeCurrentToken: async (em, actor) =>
      revokeCurrentToken(em, { ...actor, token: await ownToken(em, actor, 'ops') }),
    changeOwnLanguage: (em, actor) => changeOwnLanguage(em, actor, { language: 'ru' }),
    endOwnSession: async (em, actor) => {
      const { session } = await createSession(em, actor.person!, client)
      return endOwnSession(em, actor, session.id)
    },
    revokeCalendarToken: async (em, actor) => {
      await ownToken(em, actor, 'cal')
      return revokeCalendarToken(em, actor)
    },
  },
}
