import type { FastifyError, FastifyRequest } from 'fastify'
import { sentencesOf } from '../../../src/catalog/undo/refusal.ts'
import { toFault } from '../../../src/record/database-fault.ts'
import { Fault, type FaultCode } from '../../../src/record/fault.ts'
import { faultResponses, fromFramework, setFaultHeaders } from '../../answers/errors.ts'
import type { Server } from '../../server/server.ts'
import { type Html, html } from '../html/html.ts'
import { csrfCookie } from '../html/post-form.ts'
import { words } from '../html/words.ts'
import { redirectToLogin } from './guard.ts'
import { homeOf, refererPath } from './path.ts'
import { leadToProposal, Proposed } from './propose.ts'
import { sendPage } from './reply.ts'
import { cookieName } from './session.ts'

// What the user can do about a failure. It is shown below the message of the failure.
const advice: Partial<Record<FaultCode | 'server_error', string>> = {
  not_found: 'The address is wrong, or the record was deleted.',
  policy_denied: 'Your role or the status of your account does not allow this. Ask an admin.',
  conflict: 'Go back, look at the current state and try again.',
  rate_limited: 'Wait a minute and try again.',
  unavailable: 'The database does not answer at the moment. Try again in a few seconds.',
  payload_too_large: 'Send less data at once.',
}

/** Answers every failure in the web interface with a page. */
export function errorPages(app: Server): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    if ((error as unknown) instanceof Proposed)
      return leadToProposal(request, reply, error as unknown as Proposed)
    if (error.code?.startsWith('FST_CSRF')) return sendFailure(...csrfFailure(request), 403)
    const fault = toFault(fromFramework(error) ?? error)
    // The session ended while the request was read.
    if (fault instanceof Fault && fault.code === 'unauthenticated') return redirectToLogin(request, reply)
    if (fault instanceof Fault) {
      const { status, message } = faultResponses[fault.code]
      setFaultHeaders(reply, fault)
      const isExplained = fault.message !== fault.code
      const title = isExplained ? fault.message : message
      // If something other than the role or the status denies the request, the message itself says what to do.
      const text = fault.code === 'policy_denied' && isExplained ? undefined : advice[fault.code]
      return sendFailure(title, explanationOf(fault) ?? text, status)
    }
    if (error.statusCode !== undefined && error.statusCode < 500)
      return sendFailure(error.message, undefined, error.statusCode)
    request.log.error({ err: error }, 'unexpected error')
    return sendFailure(
      'Server Error',
      `Report this request id to the administrator of the server: ${request.id}`,
      500,
    )

    function sendFailure(title: string, text: string | undefined, status: number) {
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
  })
}

// Reloading the page helps only if the browser sends the cookie.
function csrfFailure({ cookies, headers, server }: FastifyRequest): [string, string] {
  const name = cookieName(server.config, csrfCookie)
  if (cookies[name]) return ['This form is no longer valid', 'Go back, reload the page and send it again.']
  const title = `The browser did not send the cookie ${name}`
  const { PUBLIC_URL } = server.config
  const page = URL.parse(headers.referer ?? headers.origin ?? '')
  return page && !receivesCookies(page, new URL(PUBLIC_URL))
    ? [
        title,
        `The cookies are for ${PUBLIC_URL}, but the page was opened at ${page.origin}${page.pathname.replace(/\/$/, '')}. Open ${PUBLIC_URL}/admin instead, or set PUBLIC_URL to the address that people use.`,
      ]
    : [title, 'Allow cookies for this address, then go back, reload the page and send the form again.']
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
    return html`<a class="button" href=${url}>Try again</a>`
  const sender = method === 'GET' || status === 404 ? undefined : refererPath(request)
  if (session && sender) return html`<a class="button" href=${sender}>Go back</a>`
  const label = session?.person.role === 'user' ? 'Go to your account' : 'Go to the dashboard'
  return session
    ? html`<a class="button" href=${homeOf(session.person)}>${label}</a>`
    : html`<a class="button" href="/admin/login">Go to the login page</a>`
}

function explanationOf(fault: Fault): string | undefined {
  const { next } = fault.details
  return usesOf(fault) ?? (typeof next === 'string' ? next : fault.errors && sentencesOf(fault))
}

// What still references the record that was to be deleted.
function usesOf({ details: { blocking } }: Fault): string | undefined {
  if (!blocking) return undefined
  const counts = Object.entries(blocking).map(([name, count]) => `${words(name).toLowerCase()} (${count})`)
  return `First delete or change the records that refer to this one: ${counts.join(', ')}.`
}
