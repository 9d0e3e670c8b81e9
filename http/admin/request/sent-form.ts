import { createHash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { EntityManager } from '../../../src/database/transaction.ts'
import {
  claimForm as claim,
  readFormAnswer,
  type SentForm,
  sentForm,
  storeFormAnswer,
} from '../../../src/journal/idempotency.ts'
import { phrase } from '../../../src/language/phrase.ts'
import { Fault } from '../../../src/record/fault.ts'
import { isSafeMethod } from '../../request/request-target.ts'
import type { Server } from '../../server/server.ts'
import { html } from '../html/html.ts'
import { formIdIn, inputOf } from '../html/post-form.ts'
import { t } from '../html/text.ts'
import { setPageCookie, setSavedForm } from './page-cookie.ts'
import { renderPage } from './reply.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The form that was sent, if it has an id. */
    sentForm: (SentForm & FormState) | null
  }
}

type FormState = {
  /** Whether this request stores the form, or another one has stored it. */
  state?: 'claimed' | 'repeated'
  id: string
  /** The cookies that tell the next page what was done. */
  cookies: PageCookies
  /** The page that answers the form when it is sent again, if it is not the page that answers it first. */
  page?: string
}

type PageCookies = Record<string, { value: string; maxAge: number }>
type Answer = { headers: Record<string, string>; cookies: PageCookies; page: string | null }

const maxPageLength = 1024 * 1024
const maxWaitSeconds = 20
const pollMs = 100

/**
 * Stores each form once: a form that is sent again is answered as it was first, for 24 hours. The transaction of its
 * write marks the form as stored, and the answer is kept beside the mark. The same form with other fields is another form.
 * Call it after the guard and before the hooks that change pages.
 */
export function storeFormsOnce(app: Server): void {
  app.decorateRequest('sentForm', null)
  app.addHook('preHandler', async (request) => {
    if (isSafeMethod(request.method)) return
    const id = formIdIn(request.body)
    if (id) request.sentForm = { ...(await identify(request, id)), id, cookies: {} }
  })
  app.addHook('onSend', async (request, reply, payload) => {
    const form = request.sentForm
    if (!form) return payload
    if (form.state === 'claimed') {
      if (reply.statusCode >= 300 && reply.statusCode < 400) setSavedForm(reply, form.id)
      await storeAnswer(request, reply, form, payload)
      return payload
    }
    // A form that was stored can fail, because its record has another state now.
    const mayBeRepeated = form.state === 'repeated' || (reply.statusCode >= 400 && reply.statusCode < 500)
    return mayBeRepeated ? answerAgain(request, reply, form, payload) : payload
  })
}

/**
 * Marks the form of a request as stored, in the transaction of its write.
 *
 * @throws Fault `conflict` if another request has stored it. The answer to that request replaces this one's.
 */
export async function claimForm({ sentForm }: FastifyRequest, em: EntityManager): Promise<void> {
  if (!sentForm) return
  sentForm.state = (await claim(em, sentForm)) ? 'claimed' : 'repeated'
  if (sentForm.state === 'repeated') throw new Fault('conflict', phrase('form.sentBefore'))
}

async function identify({ method, url, body, session, routeOptions }: FastifyRequest, id: string) {
  // The answer to a form before the sign-in may begin a session.
  const person = routeOptions.config.access === 'public' ? '' : String(session?.person.id)
  const fields = inputOf(body).map(async ([name, value]) => [name, await contentOf(value)])
  return sentForm([person, method, url], id, await Promise.all(fields))
}

// In the body of an upload each field is an object.
async function contentOf(field: unknown): Promise<unknown> {
  if (typeof field !== 'object' || field === null || Array.isArray(field)) return field
  const part = field as { type: 'field'; value: unknown } | MultipartFile
  if (part.type !== 'file') return part.value
  const content = createHash('sha256').update(await part.toBuffer())
  return [part.filename, content.digest('base64url')]
}

async function storeAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  form: SentForm & FormState,
  payload: unknown,
): Promise<void> {
  const { statusCode: status } = reply
  const isFailure = status >= 500
  const page = form.page ?? (typeof payload === 'string' ? payload : '')
  const body: Answer = {
    headers: Object.fromEntries(
      Object.entries(reply.getHeaders())
        .filter(([name]) => !isFailure && isOfForm(name))
        .map(([name, value]) => [name, String(value)]),
    ),
    cookies: form.cookies,
    page: isFailure || page.length > maxPageLength ? null : page,
  }
  await storeFormAnswer(request.server.orm, form, { status, body }).catch((error: unknown) =>
    request.log.error({ err: error }, 'the answer to a form was not stored'),
  )
}

function isOfForm(header: string): boolean {
  return header === 'location' || header === 'content-type' || header.startsWith('hx-')
}

// Returns the payload of the first answer, and sets its status and headers.
async function answerAgain(
  request: FastifyRequest,
  reply: FastifyReply,
  form: SentForm,
  payload: unknown,
): Promise<unknown> {
  const stored = await firstAnswer(request, form)
  if (!stored) return payload
  for (const name of Object.keys(reply.getHeaders())) if (isOfForm(name)) reply.removeHeader(name)
  const { headers, cookies, page } = (stored.body ?? unknown) as Answer
  reply.code(page === null ? 200 : stored.status).headers(headers)
  for (const [name, { value, maxAge }] of Object.entries(cookies)) setPageCookie(reply, name, value, maxAge)
  if (page !== null) return page
  const known = { title: t('form.sentBeforeTitle'), content: alreadyStored }
  return renderPage(request, reply.type('text/html; charset=utf-8'), known, 200)
}

// The first request may have stored the form and not be answered yet.
async function firstAnswer({ server }: FastifyRequest, form: SentForm) {
  let answer = await readFormAnswer(server.read, form)
  while (answer && answer.body === null && answer.age < maxWaitSeconds) {
    await setTimeout(pollMs)
    answer = await readFormAnswer(server.read, form)
  }
  return answer
}

const unknown: Answer = { headers: {}, cookies: {}, page: null }
const alreadyStored = () => html`
  <h1>${t('form.sentBeforeTitle')}</h1>
  <p>${t('form.storedOnce')}</p>
`
