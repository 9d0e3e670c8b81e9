import type { FastifyReply, FastifyRequest } from 'fastify'
import { signInByOpenId } from '../../../src/people/openid-sign-in.ts'
import { notFound } from '../../../src/record/fault.ts'
import { OpenIdFailure } from '../../identity/openid/failure.ts'
import { type OpenIdProvider, openIdProvider, type PendingSignIn } from '../../identity/openid/provider.ts'
import { logFailure, traceSignIn } from '../../identity/sign-in.ts'
import { sessionClient } from '../../request/client-address.ts'
import type { Server } from '../../server/server.ts'
import { html } from '../html/html.ts'
import { openIdButton } from '../parts/openid-button.ts'
import { pageAfterSignIn } from '../request/home.ts'
import { redirect, sendPage } from '../request/reply.ts'
import { cookieName, cookieOptions, endCurrentSession, setSessionCookie } from '../request/session.ts'
import { failureText } from './openid-failure.ts'

const pendingCookie = 'openid'
const pendingSeconds = 600

type Query = { next?: unknown; account?: unknown }

/** Registers the way to the OpenID provider and the way back, by which people sign in. */
export function openIdPages(app: Server): void {
  const provider = openIdProvider(app.config)

  app.get('/login/oidc', { config: { access: 'public' } }, async (request, reply) => {
    const { next, account } = request.query as Query
    if (!provider) throw notFound()
    if (request.session) return redirect(reply, pageAfterSignIn(next, request.session.person))
    reply.header('cache-control', 'no-store')
    try {
      const { url, ...pending } = await provider.start({ choosesAccount: account === 'choose' })
      setPending(request, reply, { ...pending, next })
      return reply.redirect(url.href, 303)
    } catch (error) {
      if (error instanceof OpenIdFailure) logFailure(request, 'admin', error)
      return sendFailure(request, reply, error, next)
    }
  })

  app.get('/login/oidc/callback', { config: { access: 'public' } }, async (request, reply) => {
    if (!provider) throw notFound()
    // The address has the code of the provider.
    reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    const pending = takePending(request, reply)
    try {
      const { secret, session } = await signIn(request, provider, pending)
      await endCurrentSession(request)
      setSessionCookie(request, reply, secret)
      return redirect(reply, pageAfterSignIn(pending?.next, session.person))
    } catch (error) {
      return sendFailure(request, reply, error, pending?.next)
    }
  })
}

function signIn(request: FastifyRequest, provider: OpenIdProvider, pending: Pending | undefined) {
  return traceSignIn(request, 'admin', async () => {
    const query = new URLSearchParams(request.url.split('?')[1])
    const identity = await provider.finish(query, pending)
    const started = await signInByOpenId(request.server.orm, identity, sessionClient(request), request.id)
    return { ...started, user_id: started.session.person.id }
  })
}

function sendFailure(request: FastifyRequest, reply: FastifyReply, error: unknown, next: unknown) {
  const { status, title, text, isOfAccount } = failureText(error, request.id)
  const label = isOfAccount ? 'Choose another account' : 'Try again'
  const content = () => html`
    <div class="failure">
      <p class="code">${status}</p>
      <h1>${title}</h1>
      <p>${text}</p>
      ${openIdButton(request.server.config, { next, label, choosesAccount: isOfAccount })}
      <p><a href="/admin/login">Go to the login page</a></p>
    </div>
  `
  return sendPage(request, reply, { title, content }, status)
}

type Pending = PendingSignIn & { next: unknown }

function setPending(request: FastifyRequest, reply: FastifyReply, pending: Pending): void {
  const { config } = request.server
  const value = Buffer.from(JSON.stringify(pending)).toString('base64url')
  reply.setCookie(cookieName(config, pendingCookie), value, {
    ...cookieOptions(config),
    maxAge: pendingSeconds,
  })
}

// An answer is accepted once.
function takePending(request: FastifyRequest, reply: FastifyReply): Pending | undefined {
  const { config } = request.server
  const name = cookieName(config, pendingCookie)
  reply.clearCookie(name, cookieOptions(config))
  try {
    const value: unknown = JSON.parse(Buffer.from(request.cookies[name] ?? '', 'base64url').toString())
    const { state, nonce, verifier } = value as Record<string, unknown>
    return [state, nonce, verifier].every((part) => typeof part === 'string') ? (value as Pending) : undefined
  } catch {
    return undefined
  }
}
