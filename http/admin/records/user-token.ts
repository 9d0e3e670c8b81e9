import { issueAccessToken, TokenRequest } from '../../../src/access/access-token.ts'
import { policyAllows } from '../../../src/access/policy.ts'
import {
  listUserTokens,
  readUserToken,
  revokeUserToken,
  UserTokenQuery,
} from '../../../src/people/user-token.ts'
import { Named } from '../../../src/record/named.ts'
import { revocation, ShownToken } from '../parts/credential.ts'
import { recordPages } from '../record/record.ts'

/** Operations tokens: a user's own, and for an admin those of all users. */
export const userTokenPages = recordPages({
  collection: 'api-token',
  texts: 'userToken',
  label: { singular: 'API token', plural: 'API tokens' },
  group: 'administration',
  about: 'Programs use the operations API with these tokens, on behalf of the user who owns the token.',
  historyType: 'token',
  access: 'everyone',
  isWriter: () => true,
  formOnList: true,
  columns: ['name', 'display', 'user', 'abilities', 'state', 'last_used_at', 'expires_at', 'created_at'],
  presets: [{ label: 'Active', query: { state: 'active' } }],
  schema: ShownToken.extend({ user: Named }),
  list: { query: UserTokenQuery, run: listUserTokens },
  read: readUserToken,
  create: {
    body: TokenRequest,
    isAllowed: ({ status }) => status === 'active',
    run: async (em, actor, input) => {
      const { id, name, access_token } = await issueAccessToken(em, actor, input)
      const about = `This is the secret of the token “${name}”. Programs send it in the header Authorization, after the word Bearer.`
      return { id, shownOnce: { title: 'API token created', about, secret: access_token } }
    },
  },
  actions: [
    {
      ...revocation(revokeUserToken),
      allowsInactive: true,
      isOffered: ({ user }, person) => (user as Named).id === person.id || policyAllows('administer', person),
    },
  ],
})
