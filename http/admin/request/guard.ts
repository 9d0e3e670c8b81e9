import cookie from '@fastify/cookie'
import csrf from '@fastify/csrf-protection'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller, CallerFinder } from '../../../src/access/caller.ts'
import { CallerLookup } from '../../../src/access/caller-lookup.ts'
import { isSessionSecret, type SessionFinder } from '../../../src/access/current-session.ts'
import { phrase } from '../../../src/language/phrase.ts'
import { Fault, policyDenied } from '../../../src/record/fault.ts'
import { callerIdentifier } from '../../identity/guard.ts'
import { hostAndOriginCheck } from '../../protection/host-and-origin.ts'
import { isSafeMethod } from '../../request/request-target.ts'
import type { Server } from '../../server/server.ts'
import { csrfCookie, csrfIn } from '../html/post-form.ts'
import { inLanguage } from '../html/text.ts'
import { languageOf } from './language.ts'
import { refererPath } from './path.ts'
import { personOf, redirect } from './reply.ts'
import { cookieName, cookieOptions, openSessions, sessionSecret } from './session.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Who may use a route of the web interface: without a session `static` and `public`, with a session `everyone` or
     * only an `admin`. Default: admins and managers. A `static` route is not counted against the rate limit.
     */
    access?: 'static' | 'public' | 'everyone' | 'admin'
    /** Set for a write by which people end access of their own, or set up their browser. Every other write requires an active user. */
    allowsInactive?: true | undefined
  }
}

// A person may read a page for an hour. Meanwhile the session keeps its own limit, even if its network has none left.
const rememberedForMs = 60 * 60_000

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
export async function guardPages(app: Server): Promise<void> {
  await app.register(cookie)
  await app.register(csrf, {
    cookieKey: cookieName(app.config, csrfCookie),
    cookieOpts: { ...cookieOptions(app.config), signed: false },
    getToken: ({ body }) => csrfIn(body),
  })
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, acceptsForms: true }
  })
  app.decorateRequest('session', null)
  const identify = callerIdentifier(app, {
    credentialOf: sessionSecret,
    callers: sessionCallers(openSessions(app)),
    lookup: new CallerLookup(rememberedForMs),
  })
  const checkHostAndOrigin = hostAndOriginCheck(app, { acceptsNull: true })
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({ 'content-security-policy': contentSecurityPolicy, 'referrer-policy': 'same-origin' })
    const { access, allowsInactive } = request.routeOptions.config
    if (access === 'static') return
    await identify(request, reply)
    request.session = request.caller?.session ?? null
    // Otherwise the Back button could show the page after the person has signed out.
    if (request.session) reply.header('cache-control', 'no-store')
    await checkHostAndOrigin(request)
    if (!isSafeMethod(request.method) && isFromElsewhere(request))
      throw new Fault('policy_denied', phrase('error.otherSite'))
    if (access === 'public') return
    if (!request.caller) return redirectToLogin(request, reply)
    // 404 or 405 for every caller.
    if (request.is404) return
    const { role, status } = personOf(request)
    if (!isSafeMethod(request.method) && status !== 'active' && !allowsInactive) throw policyDenied()
    if (access === 'everyone') return
    if (role === 'user' || (access === 'admin' && role !== 'admin')) throw policyDenied()
  })
  // Reading a body leaves the context of the hooks before it.
  for (const hook of ['onRequest', 'preValidation'] as const)
    app.addHook(hook, (request: FastifyRequest, _reply: FastifyReply, done: () => void) =>
      inLanguage(languageOf(request), done),
    )
  app.addHook('preHandler', (request, reply, done) => {
    if (isSafeMethod(request.method)) return done()
    app.csrfProtection(request, reply, done)
  })
}

// Requests are counted per session. A session has no abilities, because it is not a credential of the APIs.
function sessionCallers(findSession: SessionFinder): CallerFinder {
  const find = async (secret: string) => {
    const session = await findSession(secret)
    if (!session) return null
    const { id, person } = session
    const by = { type: 'user', id: person.id, name: person.name } as const
    return { by, credential: `session:${id}`, abilities: [], person, session } satisfies Caller
  }
  return { find, needsQuery: isSessionSecret }
}

// Another port of the same host is another origin. With `Referrer-Policy: no-referrer`, which a proxy may add, browsers
// send `Origin: null` with every form. Then `Sec-Fetch-Site` decides, or only the CSRF token if the browser sends none.
function isFromElsewhere({ headers, server }: FastifyRequest): boolean {
  const { origin, host, 'sec-fetch-site': site } = headers
  if (site === 'cross-site') return true
  if (origin === 'null') return site === 'same-site'
  if (origin === undefined || origin === URL.parse(server.config.PUBLIC_URL)?.origin) return false
  return URL.parse(origin)?.host !== host
}

/**
 * Redirects to the login page. After the login the person returns to the page of the form, since many forms send to an
 * address without a page.
 */
export function redirectToLogin(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const page = isSafeMethod(request.method) ? undefined : refererPath(request)
  return redirect(reply, `/admin/login?${new URLSearchParams({ next: page ?? request.url })}`)
}
