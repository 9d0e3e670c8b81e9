import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Person } from '../../../src/access/person.ts'
import { Fault } from '../../../src/record/fault.ts'
import { publicPath } from '../../answers/public-path.ts'
import { pathOf } from '../../request/request-target.ts'
import type { Html } from '../html/html.ts'
import { htmlDocument } from './layout.ts'

const noticeCookie = 'notice'

type Content = {
  title: string
  /** Renders the content with the CSRF token of its forms. */
  content: (csrf: string) => Html
  above?: { href: string; label: string }[]
  /** The CSRF token, if one was generated for a part of the content. */
  csrf?: string
}

/** Returns the person who is signed in. Throws `unauthenticated` if there is none. */
export function personOf({ session }: FastifyRequest): Person {
  if (!session) throw new Fault('unauthenticated')
  return session.person
}

/** Sends a page, with the notice of the preceding action, which is shown once. */
export function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { content, csrf = reply.generateCsrf(), ...page }: Content,
  status = 200,
) {
  const notice = request.cookies[noticeCookie]
  if (notice !== undefined) reply.clearCookie(noticeCookie, noticeOptions(request))
  // A button that replaces a part of the page may get the question about another version of its record.
  if (status === 409 && request.headers['hx-request'] === 'true')
    reply.headers({
      'hx-retarget': '#main',
      'hx-reselect': '#main',
      'hx-reswap': 'outerHTML show:window:top',
    })
  const path = pathOf(request.url)
  const person = request.session?.person
  const navigation = person ? request.server.navigation(person) : []
  const context = { path, person, navigation, csrf, notice }
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .send(htmlDocument({ ...page, content: content(csrf) }, context))
}

/** Redirects to a page after an action. The page shows the notice. */
export function redirect(reply: FastifyReply, path: string, notice?: string): FastifyReply {
  if (notice !== undefined)
    reply.setCookie(noticeCookie, notice, { ...noticeOptions(reply.request), maxAge: 60 })
  return reply.redirect(path, 303)
}

function noticeOptions({ server }: FastifyRequest) {
  return { path: `${publicPath(server.config)}/admin`, httpOnly: true, sameSite: 'lax' } as const
}
