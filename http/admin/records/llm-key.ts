import { llmKeys } from '../../../src/people/program-token.ts'
import { credentialPages, credentialWrites } from '../parts/credential.ts'
import { recordPages } from '../record/record.ts'

/** LLM keys. */
export const llmKeyPages = recordPages({
  ...credentialPages(llmKeys),
  collection: 'api-keys',
  texts: 'llmKey',
  label: { singular: 'LLM key', plural: 'LLM keys' },
  about:
    'Bots and services use the assistants API (services, improvements, tasks, bugs and agents) with these keys.',
  create: {
    body: llmKeys.New,
    run: async (em, actor, input) => {
      const { token, secret } = await llmKeys.issue(em, actor, input)
      const about = `This is the secret of “${token.name}”. It is sent as X-LLM-Key.`
      return { id: token.id, shownOnce: { title: 'LLM key created', about, secret } }
    },
  },
  part: credentialWrites('llm_key'),
})
