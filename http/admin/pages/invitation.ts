import type { FastifyReply, FastifyRequest } from 'fastify'
import { passwordHint } from '../../../src/access/password.ts'
import { isOpenIdOn } from '../../../src/config/openid.ts'
import { inEach, phrase } from '../../../src/language/phrase.ts'
import { acceptInvitation, FirstPassword } from '../../../src/people/accept-invitation.ts'
import { invitedUser } from '../../../src/people/invitation.ts'
import { Fault, type FieldErrors } from '../../../src/record/fault.ts'
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
import { homeOf } from '../request/path.ts'
import { redirect, sendPage } from '../request/reply.ts'
import { claimForm } from '../request/sent-form.ts'
import { endCurrentSession, setSessionCookie } from '../request/session.ts'
import { requirePasswords } from './login.ts'

const controls: Control[] = [
  {
    name: 'password',
    label: phrase('signIn.password'),
    kind: 'password',
    required: true,
    autocomplete: 'new-password',
    help: inEach(passwordHint),
  },
]

/** Registers the page behind the link of an invited user, who chooses a password there. */
export function invitationPage(app: Server): void {
  app.get('/invitation/:secret', { config: { access: 'public' } }, (request, reply) =>
    sendForm(request, reply, {}),
  )

  app.post('/invitation/:secret', { config: { access: 'public' } }, async (request, reply) => {
    requirePasswords(app.config)
    try {
      const input = validate(FirstPassword, request.body)
      await app.countAttempt(request, reply, 'invitation')
      const { secret, session } = await traceSignIn(request, 'admin', async () => {
        const client = sessionClient(request)
        const started = await acceptInvitation(app.orm, secretIn(request), input, client, request.id, (em) =>
          claimForm(request, em),
        )
        return { ...started, user_id: started.session.person.id }
      })
      await endCurrentSession(request)
      setSessionCookie(request, reply, secret)
      return redirect(reply, homeOf(session.person), t('invitation.done'))
    } catch (error) {
      if (error instanceof Fault && error.code === 'not_found') throw error
      return sendForm(request, reply, inputErrors(error))
    }
  })
}

async function sendForm(request: FastifyRequest, reply: FastifyReply, errors: FieldErrors) {
  const { name, email } = await invitedUser(request.server.orm.em.fork(), secretIn(request))
  const { config } = request.server
  const content = (csrf: string) => html`
    <h1>${t('invitation.welcome', { name })}</h1>
    ${
      isOpenIdOn(config)
        ? html`<p class="about">${t('invitation.openId', { email })}</p>
            ${openIdButton(config)}`
        : null
    }
    ${
      config.PASSWORD_LOGIN
        ? html`<p class="about">${t('invitation.password', { email })}</p>
            ${form({ csrf, controls, values: {}, errors, submit: t('invitation.save') })}`
        : null
    }
  `
  // The address of the page is a secret.
  reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
  const status = Object.keys(errors).length > 0 ? 422 : 200
  return sendPage(request, reply, { title: t('invitation.title'), content }, status)
}

function secretIn({ params }: FastifyRequest): string {
  return (params as { secret: string }).secret
}
