import { z } from 'zod'
import { StoredToken } from '../../../src/access/token.ts'
import { type Client, clients, clientTitle } from '../../../src/config/agent-config.ts'
import { phrase } from '../../../src/language/phrase.ts'
import { portfolioTokens } from '../../../src/people/program-token.ts'
import { type ApiName, apiNames } from '../../../src/portfolio/kinds.ts'
import { defaults } from '../../../src/record/field.ts'
import { translations } from '../../../src/record/rules/description.ts'
import { enumOf, ofNames } from '../../../src/record/rules/enumeration.ts'
import { html } from '../html/html.ts'
import { agentRecord } from '../parts/agent-record.ts'
import { clientConfiguration } from '../parts/client-configuration.ts'
import { credentialPages, credentialWrites } from '../parts/credential.ts'
import { agentTasks } from '../parts/task-work.ts'
import { recordPages } from '../record/record.ts'

const usualClient: Client = 'claude-code'
const titles = Object.fromEntries(clients.map((client) => [client, clientTitle(client)])) as Record<
  Client,
  string
>

const direct = z
  .array(z.enum(apiNames as [ApiName, ...ApiName[]]))
  .optional()
  .describe('What a token with propose and without write stores at once, without the approval of a person')
  .register(translations, {
    ru: 'Что токен с правом propose и без write записывает сразу, без одобрения человеком',
  })

const NewAgentToken = portfolioTokens.New.extend({
  direct,
  client: enumOf(ofNames(titles))
    .optional()
    .describe('The configuration of this client is shown with the token')
    .register(translations, { ru: 'Вместе с токеном показывается настройка этого клиента' })
    .register(defaults, { value: usualClient }),
})

const AgentTokenChange = z.object({
  scopes: portfolioTokens.scopes
    .optional()
    .describe('In force from the next request on. With propose and without write, writes wait for a person')
    .register(translations, {
      ru: 'Действует со следующего запроса. С propose и без write записи ждут решения человека',
    }),
  direct,
})

const writes = credentialWrites('portfolio_token')
const ofPrograms = credentialPages('agentToken', portfolioTokens)

/** Portfolio tokens. */
export const agentTokenPages = recordPages({
  ...ofPrograms,
  collection: 'api-agent-tokens',
  about: phrase('agentToken.about'),
  columns: ['name', 'display', 'scopes', 'direct', 'state', 'last_used_at', 'created_at', 'recent_writes'],
  schema: ofPrograms.schema
    .omit({ abilities: true })
    .extend({ scopes: StoredToken.shape.abilities, direct: StoredToken.shape.direct }),
  create: {
    body: NewAgentToken,
    suggested: { scopes: ['read', 'propose'], direct: ['signal', 'insight'] },
    run: async (em, actor, { agent, client = usualClient, scopes, direct }) => {
      const { token, secret } = await portfolioTokens.issue(em, actor, {
        agent,
        scopes,
        ...(direct && { direct }),
      })
      const about = phrase('agentToken.secret', { name: token.name })
      const more = (publicUrl: string) => clientConfiguration(client, publicUrl, secret)
      return { id: token.id, shownOnce: { title: phrase('agentToken.secretTitle'), about, secret, more } }
    },
  },
  change: {
    body: AgentTokenChange,
    run: portfolioTokens.change,
    isPossible: ({ state }) => state === 'active',
    isDecision: true,
    prefilled: ['direct'],
  },
  part: async (context) =>
    html`${await agentRecord(context)} ${await agentTasks(context)} ${await writes(context)}`,
})
