import { issueAccessToken, TokenRequest } from '../../../src/access/access-token.ts'
import { Token } from '../../../src/access/token.ts'
import { tokenStates } from '../../../src/people/token-list.ts'
import { revokeOwnToken } from '../../../src/people/token-revocation.ts'
import {
  listUserTokens,
  readUserToken,
  revokeUserToken,
  UserTokenQuery,
} from '../../../src/people/user-token.ts'
import { enumOf } from '../../../src/record/enumeration.ts'
import { notFound } from '../../../src/record/fault.ts'
import { Named } from '../../../src/record/named.ts'
import { recordPages } from '../record.ts'

const UserToken = Token.omit({ prefix: true }).extend({ state: enumOf(tokenStates), user: Named })

/** Operations tokens: the own ones, and for an admin those of all users. */
export const userTokenPages = recordPages({
  collection: 'api-token',
  label: { singular: 'API token', plural: 'API tokens' },
  group: 'Access',
  about: 'Programs use the operations API with these tokens, in the name of their user.',
  historyType: 'token',
  requires: 'everyone',
  isWriter: () => true,
  formOnList: true,
  columns: ['name', 'display', 'user', 'abilities', 'state', 'last_used_at', 'expires_at', 'created_at'],
  computed: ['state', 'user'],
  presets: [{ label: 'Active', query: { state: 'active' } }],
  schema: UserToken,
  list: {
    query: UserTokenQuery,
    run: (read, query, { id, role }) =>
      listUserTokens(read, role === 'admin' ? query : { ...query, user_id: id }),
  },
  read: async (read, id, person) => {
    const token = await readUserToken(read, id)
    if (token.user.id !== person.id && person.role !== 'admin') throw notFound()
    return token
  },
  create: {
    body: TokenRequest,
    isAllowed: ({ status }) => status === 'active',
    run: async (em, actor, input) => {
      const { id, name, access_token } = await issueAccessToken(em, actor, input)
      const about = `This is the secret of the token “${name}”. A program sends it as Authorization: Bearer.`
      return { id, shownOnce: { title: 'API token created', about, secret: access_token } }
    },
  },
  actions: [
    {
      path: 'revoke',
      label: 'Revoke',
      done: 'revoked',
      confirm: 'Revoke this token? Requests with it are rejected at once.',
      isPossible: ({ state }) => state !== 'revoked',
      run: (em, actor, id) =>
        actor.person?.role === 'admin' ? revokeUserToken(em, actor, id) : revokeOwnToken(em, actor, id),
    },
  ],
})
