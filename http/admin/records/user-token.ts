import { issueAccessToken, TokenRequest } from '../../../src/access/access-token.ts'
import { policyAllows } from '../../../src/access/policy.ts'
import { phrase } from '../../../src/language/phrase.ts'
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
  group: 'administration',
  about: phrase('userToken.about'),
  historyType: 'token',
  access: 'everyone',
  isWriter: () => true,
  formOnList: true,
  columns: ['name', 'display', 'user', 'abilities', 'state', 'last_used_at', 'expires_at', 'created_at'],
  presets: [{ label: phrase('credential.active'), query: { state: 'active' } }],
  schema: ShownToken.extend({ user: Named }),
  list: { query: UserTokenQuery, run: listUserTokens },
  read: readUserToken,
  create: {
    body: TokenRequest,
    isAllowed: ({ status }) => status === 'active',
    run: async (em, actor, input) => {
      const { id, name, access_token } = await issueAccessToken(em, actor, input)
      const about = phrase('userToken.secret', { name })
      return { id, shownOnce: { title: phrase('userToken.secretTitle'), about, secret: access_token } }
    },
  },
  actions: [
    {
      ...revocation('userToken', revokeUserToken),
      allowsInactive: true,
      isOffered: ({ user }, person) => (user as Named).id === person.id || policyAllows('administer', person),
    },
  ],
})
