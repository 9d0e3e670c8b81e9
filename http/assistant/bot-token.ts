import type { FastifyRequest } from 'fastify'
import type { Config } from '../../src/config/config.ts'
import { Fault } from '../../src/record/fault.ts'
import { secretMatcher } from '../../src/record/secret.ts'
import { credentialAdvice, type RouteAuth } from '../identity/area-auth.ts'

/** The authentication of the bot endpoints in the OpenAPI document. */
export const botAuth: RouteAuth = {
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
export function botTokenCheck({ BOT_TOKEN }: Config): (request: FastifyRequest) => void {
  if (BOT_TOKEN === undefined) return () => undefined
  const isBotToken = secretMatcher(BOT_TOKEN)
  const { message, source } = botAuth.unauthenticated
  return (request) => {
    if (!isBotToken(String(request.headers['x-bot-token'] ?? '')))
      throw new Fault('unauthenticated', message, undefined, { next: credentialAdvice(request, source) })
  }
}
