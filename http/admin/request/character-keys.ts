import type { FastifyReply, FastifyRequest } from 'fastify'
import { cookieName, cookieOptions } from './session.ts'

const name = 'character-keys'
// Browsers keep a cookie no longer.
const maxAge = 400 * 86_400

/** Returns whether keys that are single characters do something in the browser that sent the request. */
export function hasCharacterKeys({ cookies, server }: FastifyRequest): boolean {
  return cookies[cookieName(server.config, name)] !== 'off'
}

/** Switches the keys that are single characters on or off in a browser. */
export function switchCharacterKeys(reply: FastifyReply, state: 'on' | 'off'): void {
  const { config } = reply.request.server
  reply.setCookie(cookieName(config, name), state, { ...cookieOptions(config), maxAge })
}
