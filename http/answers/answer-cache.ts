import type { FastifyRequest } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import { AnswerCache } from '../../src/database/answer-cache.ts'
import type { Server } from '../server/server.ts'
import { tagOf } from './etag.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The answer depends on the URL and the data only, not on the caller, so it may be cached for all callers. */
    sharedAnswer?: true
    /** The query parameters with which it also depends on the caller. */
    callerFilters?: readonly string[]
  }
  interface FastifyRequest {
    /** Receives the answer to this request for others that wait for it; undefined if it failed. */
    settleAnswer: ((answer: Answer | undefined) => void) | undefined
  }
}

type Answer = { body: string; tag: string; embedsOthers: boolean }

function keyOf({ url, query, caller, routeOptions }: FastifyRequest): string {
  const isOfCaller = routeOptions.config.callerFilters?.some((name) => name in (query as object))
  return isOfCaller ? `${caller?.credential} ${url}` : url
}

/** Answers repeated requests for the same URL from the cache while the data is unchanged. */
export const answerCache = fastifyPlugin(
  async (app: Server) => {
    const cache = new AnswerCache<Answer>(({ body }) => body.length)
    app.decorateRequest('settleAnswer')
    app.addHook('preValidation', async (request, reply) => {
      const { method, routeOptions } = request
      if (!routeOptions.config.sharedAnswer || method !== 'GET') return
      const requestedAt = performance.now() - reply.elapsedTime
      const snapshot = request.caller?.snapshot
      const { answer, settle } = await cache.find(app, keyOf(request), { requestedAt, snapshot })
      if (answer) {
        reply.embedsOthers = answer.embedsOthers
        return reply.header('etag', answer.tag).type('application/json; charset=utf-8').send(answer.body)
      }
      if (!settle) return
      request.settleAnswer = settle
      // If the client disconnects before the handler runs, the onSend hook is not called.
      reply.raw.once('close', () => settle(undefined))
    })
    app.addHook('onSend', (request, reply, body, done) => {
      const { settleAnswer } = request
      if (!settleAnswer) return done(null, body)
      const { statusCode, embedsOthers } = reply
      const answer =
        statusCode === 200 && typeof body === 'string'
          ? { body, tag: tagOf(reply, body), embedsOthers }
          : undefined
      if (answer) reply.header('etag', answer.tag)
      settleAnswer(answer)
      done(null, body)
    })
  },
  { name: 'answer-cache', dependencies: ['validation'] },
)
