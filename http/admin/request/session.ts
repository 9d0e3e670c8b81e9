import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type SessionFinder, sessionFinder, sessionUseTracker } from '../../../src/access/current-session.ts'
import { type CurrentSession, endSession } from '../../../src/access/session.ts'
import type { Config } from '../../../src/config/config.ts'
import { transact } from '../../../src/database/transaction.ts'
import { publicPath } from '../../answers/public-path.ts'
import type { Server } from '../../server/server.ts'

const sessionCookie = 'session'

declare module 'fastify' {
  interface FastifyRequest {
    /** The session of the person who is signed in. */
    session: CurrentSession | null
  }
}

/**
 * Returns the options of the cookies. Over plain HTTP, which is meant for a loopback address, only Chromium stores a
 * `Secure` cookie, so the cookies then have neither `Secure` nor a prefix of the name.
 */
export function cookieOptions(config: Config) {
  const secure = config.PUBLIC_URL.startsWith('https:')
  const path = publicPath(config) || '/'
  return { path, httpOnly: true, sameSite: 'lax', secure } satisfies CookieSerializeOptions
}

/** Returns the name of a cookie. Browsers accept the prefix `__Host-` only for the path `/`. */
export function cookieName(config: Config, name: string): string {
  const { secure, path } = cookieOptions(config)
  if (!secure) return name
  return path === '/' ? `__Host-${name}` : `__Secure-${name}`
}

/** Returns a finder of sessions that records their last use while the server runs. */
export function openSessions(app: Server): SessionFinder {
  const lastUse = sessionUseTracker(app.orm, app.config)
  app.addHook('onClose', () => lastUse.close())
  return sessionFinder(app.read, lastUse, app.config)
}

/** Returns the secret of the session cookie, if the browser sent one. */
export function sessionSecret({ cookies, server }: FastifyRequest): string | undefined {
  return cookies[cookieName(server.config, sessionCookie)]
}

/** Sets the session cookie of the browser. The rest of the request belongs to that session. */
export function setSessionCookie(request: FastifyRequest, reply: FastifyReply, secret: string): void {
  const { config } = request.server
  const name = cookieName(config, sessionCookie)
  request.cookies[name] = secret
  reply.setCookie(name, secret, cookieOptions(config))
}

/** Removes the session cookie from the browser. The rest of the request has no session. */
export function clearSessionCookie(request: FastifyRequest, reply: FastifyReply): void {
  const { config } = request.server
  const name = cookieName(config, sessionCookie)
  delete request.cookies[name]
  reply.clearCookie(name, cookieOptions(config))
}

/** Ends the session of the browser that sent the request, if it has one. */
export async function endCurrentSession(request: FastifyRequest): Promise<void> {
  const secret = sessionSecret(request)
  if (secret !== undefined) await transact(request.server.orm, (em) => endSession(em, secret))
}
