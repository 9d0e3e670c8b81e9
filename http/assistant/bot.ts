import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { mainAgent } from '../../src/assistant/agent/agent.ts'
import { Exchange, Message } from '../../src/assistant/conversation/message.ts'
import { logExchange } from '../../src/assistant/conversation/writes.ts'
import { answerMessage } from '../../src/assistant/reply/answer-message.ts'
import { provider } from '../../src/assistant/reply/provider.ts'
import { providerErrors } from '../../src/assistant/vocabulary.ts'
import type { Config } from '../../src/config/config.ts'
import { transact } from '../../src/database/transaction.ts'
import { Fault } from '../../src/record/fault.ts'
import { Id } from '../../src/record/rules/id.ts'
import { secretMatcher } from '../../src/record/token-format.ts'
import { warningList } from '../answers/response-schemas.ts'
import { credentialAdvice, type RouteAuth } from '../identity/area-auth.ts'
import { hostAndOriginCheck } from '../protection/host-and-origin.ts'
import { rateCounter, rateLimiter, rejectOverLimit } from '../protection/rate-limit.ts'
import type { Server } from '../server/server.ts'

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

/** The authentication of the bot endpoints in the OpenAPI document. */
const botAuth: RouteAuth = {
  security: ['botToken'],
  optional: true,
  unauthenticated: {
    status: 401,
    message: 'Unauthenticated.',
    source: {
      headers: ['X-Bot-Token'],
      advice: 'Send the value of BOT_TOKEN of the server as X-Bot-Token.',
    },
  },
}

/**
 * Returns a function that throws `unauthenticated` unless the request has BOT_TOKEN in X-Bot-Token. If
 * BOT_TOKEN is not set, it accepts every request.
 */
function botTokenCheck({ BOT_TOKEN }: Config): (request: FastifyRequest) => void {
  if (BOT_TOKEN === undefined) return () => undefined
  const isBotToken = secretMatcher(BOT_TOKEN)
  const { message, source } = botAuth.unauthenticated
  return (request) => {
    if (!isBotToken(String(request.headers['x-bot-token'] ?? '')))
      throw new Fault('unauthenticated', message, undefined, { next: credentialAdvice(request, source) })
  }
}

/** Returns a function that counts a message of a contact and throws `rate_limited` over the limit per minute. */
function contactLimit(app: Server) {
  const count = rateCounter(app, 'bot-contact', app.config.BOT_CONTACT_LIMIT_PER_MINUTE)
  return async (reply: FastifyReply, contact_id: string): Promise<void> => {
    const { exceeded, resetSeconds } = await count(hash('sha256', contact_id))
    if (exceeded) rejectOverLimit(reply, resetSeconds)
  }
}
