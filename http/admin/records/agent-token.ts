import { portfolioScopes } from '../../../src/access/token.ts'
import { clients, clientTitle, configurationFor, installationFor } from '../../../src/agent-config.ts'
import { portfolioTokens } from '../../../src/people/credential.ts'
import { TokenQuery } from '../../../src/people/token-list.ts'
import { enumOf } from '../../../src/record/enumeration.ts'
import { credentialSchema, recentWrites, revocation } from '../credential.ts'
import { html } from '../html.ts'
import { recordPages } from '../record.ts'

const clientNames = Object.fromEntries(clients.map((client) => [client, clientTitle(client)]))

const NewAgentToken = portfolioTokens.New.extend({
  scopes: portfolioTokens.New.shape.scopes.optional().describe('Both, if none is chosen'),
  client: enumOf(clientNames).optional().describe('The configuration of this client is shown with the token'),
})

/** Portfolio tokens. */
export const agentTokenPages = recordPages({
  collection: 'api-agent-tokens',
  label: { singular: 'agent token', plural: 'agent tokens' },
  group: 'Access',
  about: 'Agents read the portfolio through MCP and write it over HTTP with these tokens.',
  historyType: 'token',
  requires: 'admin',
  formOnList: true,
  columns: ['name', 'display', 'abilities', 'state', 'last_used_at', 'created_at', 'recent_writes'],
  computed: ['state', 'recent_writes'],
  cells: { recent_writes: recentWrites },
  presets: [{ label: 'Active', query: { state: 'active' } }],
  schema: credentialSchema,
  list: { query: TokenQuery, run: portfolioTokens.list },
  read: portfolioTokens.one,
  create: {
    body: NewAgentToken,
    run: async (em, actor, { agent, client, scopes = [...portfolioScopes] }) => {
      const { token, secret } = await portfolioTokens.issue(em, actor, { agent, scopes })
      const about = `This is the secret of “${token.name}”. Agents send it as X-Portfolio-Token.`
      return {
        id: token.id,
        shownOnce: {
          title: 'Agent token created',
          about,
          secret,
          more: (publicUrl) => clientConfiguration(client ?? 'claude-code', publicUrl, secret),
        },
      }
    },
  },
  actions: [revocation(portfolioTokens.revoke)],
})

function clientConfiguration(client: string, publicUrl: string, secret: string) {
  const known = clients.find((name) => name === client)
  if (!known) return null
  const { file, text } = configurationFor(known, publicUrl, secret)
  const { command, link } = installationFor(known, publicUrl, secret)
  const title = clientTitle(known)
  return html`
    <h2>Connect ${title}</h2>
    ${
      link
        ? html`<p><a class="button primary" href=${link}>${`Install in ${title}`}</a> The button opens ${title}, which asks before it adds the server.</p>
            <div class="copy">
              <code id="install-link">${link}</code>
              <button type="button" data-copy="#install-link" hidden>Copy</button>
            </div>`
        : null
    }
    ${
      command
        ? html`<p>${link ? 'Or run' : 'Run'} this command.</p>
            <div class="copy">
              <pre id="install-command" tabindex="0">${command}</pre>
              <button type="button" data-copy="#install-command" hidden>Copy</button>
            </div>`
        : null
    }
    <p>${link || command ? 'Or add' : 'Add'} this to <code>${file}</code>.</p>
    <div class="copy">
      <pre id="configuration" tabindex="0">${text}</pre>
      <button type="button" data-copy="#configuration" hidden>Copy</button>
    </div>
  `
}
