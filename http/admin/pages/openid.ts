import type { FastifyReply, FastifyRequest } from 'fastify'
import { type RefusalReason, SignInRefused, signInByOpenId } from '../../../src/people/openid.ts'
import { notFound } from '../../../src/record/fault.ts'
import { type FailureReason, OpenIdFailure } from '../../identity/openid/failure.ts'
import { type OpenIdProvider, openIdProvider, type PendingSignIn } from '../../identity/openid/provider.ts'
import { logFailure, traceSignIn } from '../../identity/sign-in.ts'
import { sessionClient } from '../../request/client-address.ts'
import type { Server } from '../../server/server.ts'
import { html } from '../html/html.ts'
import { t } from '../html/text.ts'
import { openIdButton } from '../parts/openid-button.ts'
import { pageAfterSignIn } from '../request/path.ts'
import { redirect, sendPage } from '../request/reply.ts'
import { cookieName, cookieOptions, endCurrentSession, setSessionCookie } from '../request/session.ts'

const pendingCookie = 'openid'
const pendingSeconds = 600
const maxKept = 10
const maxNextLength = 2000

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
      forgetMany(request, reply)
      keep(request, reply, pending.state, { next: shortened(next), pending })
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
    const { next, pending } = takePending(request, reply)
    // The page was reloaded after the sign-in.
    if (!pending && request.session) return redirect(reply, pageAfterSignIn(next, request.session.person))
    try {
      const { secret, session } = await signIn(request, provider, pending)
      await endCurrentSession(request)
      setSessionCookie(request, reply, secret)
      keep(request, reply, stateOf(request), { next })
      return redirect(reply, pageAfterSignIn(next, session.person))
    } catch (error) {
      return sendFailure(request, reply, error, next)
    }
  })
}

function signIn(request: FastifyRequest, provider: OpenIdProvider, pending: PendingSignIn | undefined) {
  return traceSignIn(request, 'admin', async () => {
    const query = new URLSearchParams(request.url.split('?')[1])
    const identity = await provider.finish(query, pending)
    const started = await signInByOpenId(request.server.orm, identity, sessionClient(request), request.id)
    return { ...started, user_id: started.session.person.id }
  })
}

function sendFailure(request: FastifyRequest, reply: FastifyReply, error: unknown, next: unknown) {
  const { status, title, text, isOfAccount } = failureText(error, request.id)
  const label = t(isOfAccount ? 'signIn.anotherAccount' : 'error.tryAgain')
  const content = () => html`
    <div class="failure">
      <p class="code">${status}</p>
      <h1>${title}</h1>
      <p>${text}</p>
      ${openIdButton(request.server.config, { next, label, choosesAccount: isOfAccount })}
      <p><a href="/admin/login">${t('error.toLogin')}</a></p>
    </div>
  `
  return sendPage(request, reply, { title, content }, status)
}

/** What the browser keeps of a sign-in: where it leads, and until it is completed what proves the answer. */
type Kept = { next?: unknown; pending?: PendingSignIn | undefined }

// Each sign-in has a cookie of its own, so that several tabs can start one.
function keep(request: FastifyRequest, reply: FastifyReply, state: string, kept: Kept): void {
  const { config } = request.server
  const value = Buffer.from(JSON.stringify(kept)).toString('base64url')
  reply.setCookie(nameOf(request, state), value, { ...cookieOptions(config), maxAge: pendingSeconds })
}

// A browser drops a larger cookie, and a server rejects a request with too many of them.
function shortened(next: unknown): string | undefined {
  return typeof next === 'string' && next.length <= maxNextLength ? next : undefined
}

function forgetMany(request: FastifyRequest, reply: FastifyReply): void {
  const prefix = nameOf(request, '')
  const names = Object.keys(request.cookies).filter(
    (name) => name.startsWith(prefix) && /^[\w-]+$/.test(name),
  )
  if (names.length < maxKept) return
  for (const name of names) reply.clearCookie(name, cookieOptions(request.server.config))
}

// An answer is accepted once. Where the sign-in leads stays, for a reload.
function takePending(request: FastifyRequest, reply: FastifyReply): Kept {
  const name = nameOf(request, stateOf(request))
  try {
    const value = Buffer.from(request.cookies[name] ?? '', 'base64url').toString()
    const { next, pending } = JSON.parse(value) as Kept
    const { state, nonce, verifier } = pending ?? {}
    if (![state, nonce, verifier].every((part) => typeof part === 'string')) return { next }
    reply.clearCookie(name, cookieOptions(request.server.config))
    return { next, pending }
  } catch {
    return {}
  }
}

function nameOf({ server }: FastifyRequest, state: string): string {
  return cookieName(server.config, `${pendingCookie}-${state}`)
}

// Any other value is not the name of a cookie.
function stateOf({ query }: FastifyRequest): string {
  const { state } = query as { state?: unknown }
  return typeof state === 'string' && /^[\w-]+$/.test(state) ? state : ''
}

/** What a page says about a sign-in by OpenID that failed. */
type FailureText = {
  status: number
  title: string
  text: string
  /** Whether another account of the person may help. */
  isOfAccount: boolean
}

// Returns what to say about an error of a sign-in. Throws an error that means something else.
function failureText(error: unknown, request_id: string): FailureText {
  if (error instanceof SignInRefused)
    return { status: 403, ...refusals[error.reason](error.email ?? ''), isOfAccount: true }
  if (error instanceof OpenIdFailure) return { ...failures[error.reason](request_id), isOfAccount: false }
  throw error
}

// The email is that of the user, or of the account.
const refusals: Record<RefusalReason, (email: string) => { title: string; text: string }> = {
  no_verified_email: () => ({
    title: t('signIn.noVerifiedEmail'),
    text: t('signIn.noVerifiedEmailAdvice'),
  }),
  unknown_email: (email) => ({
    title: t('signIn.unknownEmail'),
    text: t('signIn.unknownEmailAdvice', { email }),
  }),
  another_account: (email) => ({
    title: t('signIn.otherAccount'),
    text: t('signIn.otherAccountAdvice', { email }),
  }),
  blocked: () => ({ title: t('signIn.blocked'), text: t('signIn.blockedAdvice') }),
}

const failures: Record<FailureReason, (id: string) => Omit<FailureText, 'isOfAccount'>> = {
  expired: () => ({ status: 400, title: t('signIn.expired'), text: t('signIn.expiredAdvice') }),
  cancelled: () => ({ status: 403, title: t('signIn.cancelled'), text: t('signIn.cancelledAdvice') }),
  provider_unreachable: () => ({
    status: 503,
    title: t('signIn.unreachable'),
    text: t('signIn.unreachableAdvice'),
  }),
  provider_error: (id) => ({
    status: 502,
    title: t('signIn.invalidAnswer'),
    text: t('signIn.invalidAnswerAdvice', { id }),
  }),
}
