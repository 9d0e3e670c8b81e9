import { phrase } from '../../../src/language/phrase.ts'
import { llmKeys } from '../../../src/people/program-token.ts'
import { credentialPages, credentialWrites } from '../parts/credential.ts'
import { recordPages } from '../record/record.ts'

/** LLM keys. */
export const llmKeyPages = recordPages({
  ...credentialPages('llmKey', llmKeys),
  collection: 'api-keys',
  about: phrase('llmKey.about'),
  create: {
    body: llmKeys.New,
    run: async (em, actor, input) => {
      const { token, secret } = await llmKeys.issue(em, actor, input)
      const about = phrase('llmKey.secret', { name: token.name })
      return { id: token.id, shownOnce: { title: phrase('llmKey.secretTitle'), about, secret } }
    },
  },
  part: credentialWrites('llm_key'),
})
