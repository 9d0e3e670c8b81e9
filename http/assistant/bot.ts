import { z } from 'zod'
import { mainAgent } from '../../src/assistant/agent/agent.ts'
import { logExchange } from '../../src/assistant/conversation/log-exchange.ts'
import { Exchange, Message } from '../../src/assistant/conversation/message.ts'
import { answerMessage } from '../../src/assistant/reply/answer-message.ts'
import { provider } from '../../src/assistant/reply/provider.ts'
import { providerErrors } from '../../src/assistant/vocabulary.ts'
import { transact } from '../../src/database/unit-of-work.ts'
import { Id } from '../../src/record/id.ts'
import { warningList } from '../data.ts'
import type { AreaAuth } from '../plugins/guard.ts'
import { limits } from '../plugins/limits.ts'
import type { Server } from '../server.ts'
import { contactLimit } from './contact-limit.ts'

const tags = ['Bots']
const bodyLimit = 256 * 1024

const Replied = z.object({
  reply: z.string().meta({ examples: ['It is free for a week.'] }),
  reply_source: z.enum(['provider', 'fallback']),
  provider_error: z.enum(providerErrors).optional(),
  conversation_id: Id,
  contact: z
    .object({ id: Id, contact_id: z.string(), name: z.string() })
    .meta({ examples: [{ id: 1, contact_id: 'tg-1001', name: 'Anna' }] }),
  user_turn_id: Id,
  assistant_turn_id: Id,
  warnings: warningList,
})

const Logged = z.object({
  status: z.literal('ok'),
  agent: z.string().meta({ examples: ['sales-bot'] }),
  conversation_id: Id,
  turn_ids: z.array(Id).describe("The user's turn and the assistant's"),
  warnings: warningList,
})

/** What bots call. No credential is asked for, and one that is sent is not looked at. */
export function botArea(app: Server, { unknownRoute }: Pick<AreaAuth, 'unknownRoute'>): void {
  const { config, orm, read } = app
  const limit = limits(app, 'bot', config.BOT_RATE_LIMIT_PER_MINUTE)
  const limitContact = contactLimit(app)
  const assistant = {
    orm,
    read,
    ask: provider(config),
    fallback: config.BOT_FALLBACK_REPLY,
    mostDaily: config.BOT_DAILY_REPLIES,
  }
  app.addHook('onRequest', async (request, reply) => {
    await limit(request, reply)
    if (request.is404) return unknownRoute(request, reply)
  })
  app.setNotFoundHandler(unknownRoute)

  app.post(
    '/main',
    {
      bodyLimit,
      schema: {
        tags,
        summary: 'Store a message of a contact and answer it',
        description:
          'The answer comes from the language model where one is configured and answers in time, else it is a fixed text.',
        body: Message,
        response: { 200: Replied },
      },
    },
    async ({ body }, reply) => {
      await limitContact(reply, body.contact_id)
      return answerMessage(assistant, body)
    },
  )

  app.post(
    '/:agent/log',
    {
      bodyLimit,
      schema: {
        tags,
        summary: 'Store what a contact said and what was answered elsewhere',
        description: `Both turns are stored or none. The agent is named as it is stored; "${mainAgent}" is always there.`,
        params: z.object({ agent: z.string().describe("The agent's name") }),
        body: Exchange,
        response: { 200: Logged, 201: Logged },
      },
    },
    async ({ params, body }, reply) => {
      const { logged, repeated } = await transact(orm, (em) => logExchange(em, params.agent, body))
      return reply.code(repeated ? 200 : 201).send(logged)
    },
  )
}
