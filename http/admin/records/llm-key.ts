import { llmKeys } from '../../../src/people/credential.ts'
import { TokenQuery } from '../../../src/people/token-list.ts'
import { credentialSchema, recentWrites, revocation } from '../credential.ts'
import { recordPages } from '../record.ts'

/** LLM keys. */
export const llmKeyPages = recordPages({
  collection: 'api-keys',
  label: { singular: 'LLM key', plural: 'LLM keys' },
  group: 'Access',
  about: 'Bots and services use the resource API with these keys.',
  historyType: 'token',
  requires: 'admin',
  formOnList: true,
  columns: ['name', 'display', 'abilities', 'state', 'last_used_at', 'created_at', 'recent_writes'],
  computed: ['state', 'recent_writes'],
  cells: { recent_writes: recentWrites },
  presets: [{ label: 'Active', query: { state: 'active' } }],
  schema: credentialSchema,
  list: { query: TokenQuery, run: llmKeys.list },
  read: llmKeys.one,
  create: {
    body: llmKeys.New,
    run: async (em, actor, input) => {
      const { token, secret } = await llmKeys.issue(em, actor, input)
      const about = `This is the secret of “${token.name}”. It is sent as X-LLM-Key.`
      return { id: token.id, shownOnce: { title: 'LLM key created', about, secret } }
    },
  },
  actions: [revocation(llmKeys.revoke)],
})
