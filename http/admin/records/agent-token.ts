import { type Client, clients, clientTitle } from '../../../src/config/agent-config.ts'
import { portfolioTokens } from '../../../src/people/program-token.ts'
import { defaults } from '../../../src/record/field.ts'
import { enumOf } from '../../../src/record/rules/enumeration.ts'
import { clientConfiguration } from '../parts/client-configuration.ts'
import { credentialPages } from '../parts/credential.ts'
import { credentialWrites } from '../parts/credential-writes.ts'
import { recordPages } from '../record/record.ts'

const usualClient: Client = 'claude-code'
const titles = Object.fromEntries(clients.map((client) => [client, clientTitle(client)]))

const NewAgentToken = portfolioTokens.New.extend({
  client: enumOf(titles as Record<Client, string>)
    .optional()
    .describe('The configuration of this client is shown with the token')
    .register(defaults, { value: usualClient }),
})

/** Portfolio tokens. */
export const agentTokenPages = recordPages({
  ...credentialPages(portfolioTokens),
  collection: 'api-agent-tokens',
  label: { singular: 'agent token', plural: 'agent tokens' },
  about: 'Agents read the portfolio through MCP and write it over HTTP with these tokens.',
  create: {
    body: NewAgentToken,
    run: async (em, actor, { agent, client = usualClient, scopes }) => {
      const { token, secret } = await portfolioTokens.issue(em, actor, { agent, scopes })
      const about = `This is the secret of “${token.name}”. Agents send it as X-Portfolio-Token.`
      const more = (publicUrl: string) => clientConfiguration(client, publicUrl, secret)
      return { id: token.id, shownOnce: { title: 'Agent token created', about, secret, more } }
    },
  },
  part: credentialWrites('portfolio_token'),
})
