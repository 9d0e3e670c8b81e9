import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { recordCatalog } from '../../../src/catalog/record-catalog.ts'
import { sentencesOf } from '../../../src/catalog/undo/refusal.ts'
import { Phrase, phrase } from '../../../src/language/phrase.ts'
import { toFault } from '../../../src/record/database-fault.ts'
import { Fault, type FaultCode, type Message } from '../../../src/record/fault.ts'
import { faultResponses, fromFramework, setFaultHeaders } from '../../answers/errors.ts'
import type { Server } from '../../server/server.ts'
import { type Html, html } from '../html/html.ts'
import { csrfCookie } from '../html/post-form.ts'
import { inLanguage, localized, t } from '../html/text.ts'
import { labelled } from '../html/words.ts'
import { countOfKind } from '../records/kind-name.ts'
import { redirectToLogin } from './guard.ts'
import { languageOf } from './language.ts'
import { homeOf, refererPath } from './path.ts'
import { leadToProposal, Proposed } from './propose.ts'
import { sendPage } from './reply.ts'
import { cookieName } from './session.ts'

// What the user can do about a failure. It is shown below the message of the failure.
const advice: Partial<Record<FaultCode, Phrase>> = {
  not_found: phrase('error.notFoundAdvice'),
  policy_denied: phrase('error.deniedAdvice'),
  conflict: phrase('error.conflictAdvice'),
  rate_limited: phrase('error.limitAdvice'),
  unavailable: phrase('error.unavailableAdvice'),
  payload_too_large: phrase('error.tooLargeAdvice'),
}

/** Answers every failure in the web interface with a page. */
export function errorPages(app: Server): void {
  // A failure of an early hook precedes the choice of the language.
  app.setErrorHandler((error: FastifyError, request, reply) =>
    inLanguage(languageOf(request), () => sendFailure(request, reply, error)),
  )
}

function sendFailure(request: FastifyRequest, reply: FastifyReply, error: FastifyError) {
  if ((error as unknown) instanceof Proposed)
    return leadToProposal(request, reply, error as unknown as Proposed)
  if (error.code?.startsWith('FST_CSRF')) return sendFailurePage(request, reply, 403, ...csrfFailure(request))
  const fault = toFault(fromFramework(error) ?? error)
  // The session ended while the request was read.
  if (fault instanceof Fault && fault.code === 'unauthenticated') return redirectToLogin(request, reply)
  if (fault instanceof Fault) {
    const { status } = faultResponses[fault.code]
    setFaultHeaders(reply, fault)
    const title = labelled(fault.sentence ?? faultResponses[fault.code].message)
    // If something other than the role or the status denies the request, or an address is known, the message says more.
    const isExplained =
      (fault.code === 'policy_denied' && fault.sentence !== undefined) ||
      (fault.code === 'not_found' && title !== t('fault.notFound'))
    const text = isExplained ? undefined : advice[fault.code]
    return sendFailurePage(request, reply, status, title, explanationOf(fault) ?? text)
  }
  if (error.statusCode !== undefined && error.statusCode < 500)
    return sendFailurePage(request, reply, error.statusCode, error.message)
  request.log.error({ err: error }, 'unexpected error')
  return sendFailurePage(
    request,
    reply,
    500,
    localized(faultResponses.server_error.message),
    phrase('error.report', { id: request.id }),
  )
}

function sendFailurePage(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  title: string,
  text?: Message,
) {
  const content = () => html`
    <div class="failure">
      <p class="code">${status}</p>
      <h1>${title}</h1>
      ${text ? html`<p>${text}</p>` : null}
      <p>${wayOut(request, status)}</p>
    </div>
  `
  return sendPage(request, reply, { title, content }, status)
}

// Reloading the page helps only if the browser sends the cookie.
function csrfFailure({ cookies, headers, server }: FastifyRequest): [string, Phrase] {
  const name = cookieName(server.config, csrfCookie)
  if (cookies[name]) return [t('error.staleForm'), phrase('error.staleFormAdvice')]
  const title = t('error.noCookie', { name })
  const { PUBLIC_URL } = server.config
  const page = URL.parse(headers.referer ?? headers.origin ?? '')
  return page && !receivesCookies(page, new URL(PUBLIC_URL))
    ? [
        title,
        phrase('error.otherAddress', {
          address: PUBLIC_URL,
          opened: page.origin + page.pathname.replace(/\/$/, ''),
          admin: `${PUBLIC_URL}/admin`,
        }),
      ]
    : [title, phrase('error.allowCookies')]
}

// An Origin has no path, and a browser may shorten the Referer to the origin. Then the page may be below the public path.
function receivesCookies({ origin, pathname }: URL, publicUrl: URL): boolean {
  const folder = publicUrl.pathname.replace(/\/?$/, '/')
  return origin === publicUrl.origin && (pathname === '/' || pathname.startsWith(folder))
}

// A GET that failed temporarily can be repeated. A form that failed can be opened again, with the present state of its
// record. Otherwise the link leads to the person's home page or to the login page.
function wayOut(request: FastifyRequest, status: number): Html {
  const { method, url, session } = request
  if (method === 'GET' && [429, 503].includes(status))
    return html`<a class="button" href=${url}>${t('error.tryAgain')}</a>`
  const sender = method === 'GET' || status === 404 ? undefined : refererPath(request)
  if (session && sender) return html`<a class="button" href=${sender}>${t('error.goBack')}</a>`
  const label = session?.person.role === 'user' ? t('error.toAccount') : t('error.toDashboard')
  return session
    ? html`<a class="button" href=${homeOf(session.person)}>${label}</a>`
    : html`<a class="button" href="/admin/login">${t('error.toLogin')}</a>`
}

function explanationOf(fault: Fault): Message | undefined {
  const { next } = fault.details
  return (
    usesOf(fault) ??
    (typeof next === 'string' || next instanceof Phrase ? next : fault.errors && labelled(sentencesOf(fault)))
  )
}

// What still references the record that was to be deleted. Its tables are named as in the API, where the tasks of
// services are `tasks`.
function usesOf({ details: { blocking } }: Fault): string | undefined {
  if (!blocking) return undefined
  const types = new Map([...recordCatalog].map(([type, { table }]) => [table, type]))
  const counts = Object.entries(blocking).map(([name, count]) =>
    countOfKind((name === 'tasks' ? 'service_task' : types.get(name)) ?? name, count),
  )
  return t('error.usedBy', { records: counts.join(', ') })
}
