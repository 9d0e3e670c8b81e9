import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Person } from '../../../src/access/person.ts'
import { startSession } from '../../../src/access/session.ts'
import type { Config } from '../../../src/config/config.ts'
import { isOpenIdOn } from '../../../src/config/openid.ts'
import { phrase } from '../../../src/language/phrase.ts'
import { Fault, type FieldErrors } from '../../../src/record/fault.ts'
import { accountEmail } from '../../../src/record/rules/email.ts'
import { rule } from '../../../src/record/rules/rule.ts'
import { storableString } from '../../../src/record/rules/text.ts'
import { validate } from '../../../src/record/validation/validate.ts'
import { traceSignIn } from '../../identity/sign-in.ts'
import { sessionClient } from '../../request/client-address.ts'
import type { Server } from '../../server/server.ts'
import type { Control } from '../form/controls.ts'
import { form } from '../form/form.ts'
import { inputErrors } from '../form/submitted.ts'
import { html } from '../html/html.ts'
import { t } from '../html/text.ts'
import { openIdButton } from '../parts/openid-button.ts'
import { pageAfterSignIn } from '../request/path.ts'
import { redirect, sendPage } from '../request/reply.ts'
import { clearSessionCookie, endCurrentSession, setSessionCookie } from '../request/session.ts'

const Login = z.object({
  email: accountEmail,
  password: rule((value) => (value === '' ? null : value), storableString(1024)),
})

const controls: Control[] = [
  { name: 'email', label: phrase('signIn.email'), kind: 'email', required: true, autocomplete: 'username' },
  {
    name: 'password',
    label: phrase('signIn.password'),
    kind: 'password',
    required: true,
    autocomplete: 'current-password',
  },
]

/** Registers the login page and the logout. */
export function loginPages(app: Server): void {
  app.get('/login', { config: { access: 'public' } }, (request, reply) =>
    request.session
      ? redirect(reply, nextPage(request, request.session.person))
      : sendLogin(request, reply, {}),
  )

  app.post('/login', { config: { access: 'public' } }, async (request, reply) => {
    requirePasswords(app.config)
    const values = request.body as Record<string, unknown>
    try {
      const input = validate(Login, values)
      await app.countAttempt(request, reply, input.email)
      const { secret, session } = await traceSignIn(request, 'admin', async () => {
        const started = await startSession(app.orm, input, sessionClient(request))
        return { ...started, user_id: started.session.person.id }
      })
      // A login in the same browser ends the session before it.
      await endCurrentSession(request)
      setSessionCookie(request, reply, secret)
      return redirect(reply, nextPage(request, session.person))
    } catch (error) {
      return sendLogin(request, reply, inputErrors(error))
    }
  })

  app.post('/logout', { config: { access: 'everyone', allowsInactive: true } }, async (request, reply) => {
    await endCurrentSession(request)
    clearSessionCookie(request, reply)
    return redirect(reply, '/admin/login', t('signIn.signedOut'))
  })
}

function sendLogin(request: FastifyRequest, reply: FastifyReply, errors: FieldErrors) {
  const { email } = (request.body ?? {}) as { email?: unknown }
  const { config } = request.server
  const content = (csrf: string) => html`
    <h1>${t('signIn.title')}</h1>
    ${openIdButton(config, { next: wantedPage(request.query) })}
    ${isOpenIdOn(config) && config.PASSWORD_LOGIN ? html`<p class="about">${t('signIn.orPassword')}</p>` : null}
    ${config.PASSWORD_LOGIN ? form({ csrf, controls, values: { email }, errors, submit: t('signIn.submit') }) : null}
  `
  return sendPage(
    request,
    reply,
    { title: t('signIn.title'), content },
    Object.keys(errors).length > 0 ? 422 : 200,
  )
}

function nextPage({ query }: FastifyRequest, person: Person): string {
  return pageAfterSignIn(wantedPage(query), person)
}

function wantedPage(query: unknown): unknown {
  return (query as { next?: unknown }).next
}

/** Throws a fault that a person reads, unless people may sign in with passwords. */
export function requirePasswords({ PASSWORD_LOGIN, OIDC_LABEL }: Config): void {
  if (PASSWORD_LOGIN) return
  const next = phrase('signIn.choose', { label: OIDC_LABEL })
  throw new Fault('policy_denied', phrase('signIn.passwordsAreOff'), undefined, { next })
}
