import { z } from 'zod'
import { mainAgent } from '../../src/assistant/agent/agent.ts'
import { Exchange, Message } from '../../src/assistant/conversation/message.ts'
import { logExchange } from '../../src/assistant/conversation/writes.ts'
import { answerMessage } from '../../src/assistant/reply/answer-message.ts'
import { provider } from '../../src/assistant/reply/provider.ts'
import { providerErrors } from '../../src/assistant/vocabulary.ts'
import { transact } from '../../src/database/transaction.ts'
import { Id } from '../../src/record/rules/id.ts'
import { warningList } from '../answers/response-schemas.ts'
import { hostAndOriginCheck } from '../protection/host-and-origin.ts'
import { rateLimiter } from '../protection/rate-limit.ts'
import type { Server } from '../server/server.ts'
import { botAuth, botTokenCheck } from './bot-token.ts'
import { contactLimit } from './contact-limit.ts'

const tags = ['Bots']
const bodyLimit = 256 * 1024

const ReplyResponse = z.object({
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

const LogResponse = z.object({
  status: z.literal('ok'),
  agent: z.string().meta({ examples: ['sales-bot'] }),
  conversation_id: Id,
  turn_ids: z.array(Id).describe('Id of the turn of the contact and of the turn of the assistant'),
  warnings: warningList,
})

/** Registers the bot endpoints. They are public unless BOT_TOKEN is set. They read no other credential. */
export async function botArea(app: Server): Promise<void> {
  const { config, orm, read } = app
  const limit = rateLimiter(app, 'bot', config.BOT_RATE_LIMIT_PER_MINUTE)
  const checkHostAndOrigin = hostAndOriginCheck(app)
  const checkToken = botTokenCheck(config)
  const limitContact = contactLimit(app)
  const assistant = {
    orm,
    read,
    ask: await provider({ ...config, report: (reason) => app.log.warn(reason) }),
    fallback: config.BOT_FALLBACK_REPLY,
    maxDailyReplies: config.BOT_DAILY_REPLIES,
  }
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, auth: botAuth }
  })
  app.addHook('onRequest', async (request, reply) => {
    await limit(request, reply)
    await checkHostAndOrigin(request)
    checkToken(request)
    if (request.is404) return app.unknownRoute(request, reply)
  })
  app.setNotFoundHandler((request, reply) => app.unknownRoute(request, reply))

  app.post(
    '/main',
    {
      bodyLimit,
      schema: {
        operationId: 'answerMessage',
        tags,
        summary: 'Answer a message of a contact',
        description:
          'Stores the message and the reply. The reply comes from the language model; if none is configured or it does not answer in time, the reply is a fixed text. A message with the same `message_id` is stored and answered once.',
        body: Message,
        response: { 200: ReplyResponse },
      },
    },
    async (request, reply) => {
      const { body } = request
      await limitContact(reply, body.contact_id)
      return answerMessage(assistant, body)
    },
  )

  app.post(
    '/:agent/log',
    {
      bodyLimit,
      schema: {
        operationId: 'logExchange',
        tags,
        summary: 'Log a message of a contact and the reply to it',
        description: `For bots that generate their own replies. Stores both turns or neither. The name of the agent must match exactly; the agent "${mainAgent}" always exists. An exchange with the same \`message_id\` is stored once, and a repeat returns 200.`,
        params: z.object({ agent: z.string().describe('Name of the agent') }),
        body: Exchange,
        response: { 200: LogResponse, 201: LogResponse },
      },
    },
    async ({ params, body }, reply) => {
      const { logged, repeated } = await transact(orm, (em) => logExchange(em, params.agent, body))
      return reply.code(repeated ? 200 : 201).send(logged)
    },
  )
}
