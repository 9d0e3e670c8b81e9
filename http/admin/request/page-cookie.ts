import { createHmac } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { cookieName, cookieOptions, sessionSecret } from './session.ts'

const separator = '.'

/**
 * Sets a cookie that tells the next page what this request did. It is signed by the secret of the session, so that only
 * the server can write it: a program that can set cookies in the browser does not know the secret.
 */
export function setPageCookie(reply: FastifyReply, name: string, value: string, maxAge: number): void {
  const { request } = reply
  const { config } = request.server
  const signed = signatureOf(request, name, value) + separator + value
  reply.setCookie(cookieName(config, name), signed, { ...cookieOptions(config), maxAge })
  if (request.sentForm) request.sentForm.cookies[name] = { value, maxAge }
}

/** Returns the value of such a cookie. Undefined if there is none, or if it is not of this session. */
export function readPageCookie(request: FastifyRequest, name: string): string | undefined {
  const signed = request.cookies[cookieName(request.server.config, name)]
  if (signed === undefined) return undefined
  const value = signed.slice(signed.indexOf(separator) + separator.length)
  return signed === signatureOf(request, name, value) + separator + value ? value : undefined
}

/** Removes such a cookie, if there is one. */
export function clearPageCookie(request: FastifyRequest, reply: FastifyReply, name: string): void {
  const { config } = request.server
  if (request.cookies[cookieName(config, name)] !== undefined)
    reply.clearCookie(cookieName(config, name), cookieOptions(config))
}

function signatureOf(request: FastifyRequest, name: string, value: string): string {
  const hmac = createHmac('sha256', sessionSecret(request) ?? '')
  return hmac.update(`${name}=${value}`).digest('base64url')
}
