import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Person } from '../../../src/access/person.ts'
import { Fault, type Message } from '../../../src/record/fault.ts'
import { pathOf } from '../../request/request-target.ts'
import type { Html } from '../html/html.ts'
import { formIdIn } from '../html/post-form.ts'
import { localized } from '../html/text.ts'
import { htmlDocument, type PageContext } from './layout.ts'
import { hasCharacterKeys, setNotice, takeNotice, takeSavedForm } from './page-cookie.ts'
import { countsFor } from './sidebar.ts'

type Content = {
  title: string
  /** Renders the content with the CSRF token of its forms. */
  content: (csrf: string) => Html
  above?: { href: string; label: Message }[]
  /** The CSRF token, if one was generated for a part of the content. */
  csrf?: string
}

/** Returns the person who is signed in. Throws `unauthenticated` if there is none. */
export function personOf({ session }: FastifyRequest): Person {
  if (!session) throw new Fault('unauthenticated')
  return session.person
}

/** Sends a page, with the notice of the preceding action, which is shown once. */
export async function sendPage(request: FastifyRequest, reply: FastifyReply, content: Content, status = 200) {
  const page = await renderPage(request, reply, content, status)
  return reply.code(status).type('text/html; charset=utf-8').send(page)
}

/** Returns the HTML document of a page, and sets the headers that it needs. */
export async function renderPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { content, csrf = reply.generateCsrf(), ...page }: Content,
  status: number,
): Promise<string> {
  const notice = takeNotice(request, reply)
  // A button that replaces a part of the page may get the question about another version of its record.
  if (status === 409 && request.headers['hx-request'] === 'true')
    reply.headers({
      'hx-retarget': '#main',
      'hx-reselect': '#main',
      'hx-reswap': 'outerHTML show:window:top',
    })
  const path = pathOf(request.url)
  const person = request.session?.person
  // A page about a failure must not need the database.
  const counts = status >= 500 ? {} : await countsFor(request).catch(() => ({}))
  const navigation = person ? request.server.navigation(person) : []
  const context = {
    path,
    person,
    navigation,
    counts,
    zone: request.server.config.TIME_ZONE,
    csrf,
    notice,
    sent: answeredForm(request, reply, status),
    hasCharacterKeys: hasCharacterKeys(request),
  }
  return htmlDocument({ ...page, content: content(csrf) }, context)
}

function answeredForm(request: FastifyRequest, reply: FastifyReply, status: number): PageContext['sent'] {
  const saved = takeSavedForm(request, reply)
  const form = formIdIn(request.body)
  if (form) return { form, isSaved: request.sentForm?.state !== undefined && status < 400 }
  return saved === undefined ? undefined : { form: saved, isSaved: true }
}

/** Redirects to a page after an action. The page shows what was done, and the warnings about it. */
export function redirect(
  reply: FastifyReply,
  path: string,
  done?: Message,
  warnings: readonly Message[] = [],
): FastifyReply {
  if (done !== undefined) setNotice(reply, { done: localized(done), warnings: warnings.map(localized) })
  return reply.redirect(path, 303)
}
