import cookie from '@fastify/cookie'
import csrf from '@fastify/csrf-protection'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '../../src/access/caller.ts'
import type { CurrentSession } from '../../src/access/current-session.ts'
import { Fault } from '../../src/record/fault.ts'
import type { RateLimit } from '../area-auth.ts'
import { hostAndOriginCheck } from '../plugins/host-and-origin.ts'
import type { Server } from '../server.ts'
import { personOf, redirect } from './reply.ts'
import { cookieOptions, openSessions, sessionSecret } from './session.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Pages of the web interface: `static` is a file, `public` needs no session, `everyone` any role. Default: admin or manager. */
    page?: 'static' | 'public' | 'everyone' | 'admin'
  }
}

const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

/**
 * Guards every page: signs in by the session cookie, counts against the limit of requests, checks the role, and
 * rejects a write without a CSRF token or from another origin.
 */
export async function guardPages(app: Server, limit: RateLimit): Promise<void> {
  await app.register(cookie)
  const options = cookieOptions(app.config)
  await app.register(csrf, {
    cookieKey: options.secure ? '__Host-csrf' : 'csrf',
    cookieOpts: { ...options, signed: false },
    getToken: ({ body }) => csrfIn(body),
  })
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, acceptsForms: true }
  })
  app.decorateRequest('session', null)
  const findSession = openSessions(app)
  const checkHostAndOrigin = hostAndOriginCheck(app)
  app.addHook('onRequest', async (request, reply) => {
    // With `no-referrer`, browsers send `Origin: null` with a form, even to the same origin.
    reply.headers({ 'content-security-policy': contentSecurityPolicy, 'referrer-policy': 'same-origin' })
    const { page } = request.routeOptions.config
    if (page === 'static') return
    const secret = sessionSecret(request)
    request.session = secret === undefined ? null : await findSession(secret)
    request.caller = request.session && callerOf(request.session)
    await limit(request, reply)
    await checkHostAndOrigin(request)
    if (request.headers['sec-fetch-site'] === 'cross-site' && request.method !== 'GET')
      throw new Fault('policy_denied', 'Requests from another site are not allowed.')
    if (page === 'public') return
    if (!request.caller) return redirectToLogin(request, reply)
    const { role } = personOf(request)
    if (page === 'everyone') return
    if (role === 'user' || (page === 'admin' && role !== 'admin')) throw new Fault('policy_denied')
  })
  app.addHook('preHandler', (request, reply, done) => {
    if (request.method === 'GET' || request.method === 'HEAD') return done()
    app.csrfProtection(request, reply, done)
  })
}

// The limit of requests is that of the session. A session has no abilities: it is no credential of the APIs.
function callerOf({ id, person }: CurrentSession): Caller {
  const by = { type: 'user', id: person.id, name: person.name } as const
  return { by, credential: `session:${id}`, abilities: [], person }
}

function redirectToLogin(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return redirect(reply, `/admin/login?${new URLSearchParams({ next: request.url })}`)
}

// The body of an upload has the fields as objects.
function csrfIn(body: unknown): string | undefined {
  const { _csrf } = (body ?? {}) as { _csrf?: string | { value?: string } }
  return typeof _csrf === 'object' ? _csrf.value : _csrf
}
