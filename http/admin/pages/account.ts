import type { FastifyReply, FastifyRequest } from 'fastify'
import { listOwnSessions, type OwnSession } from '../../../src/access/current-session.ts'
import { passwordLength } from '../../../src/access/password.ts'
import { policyAllows } from '../../../src/access/policy.ts'
import { endOwnSession } from '../../../src/access/session.ts'
import { readCalendarToken } from '../../../src/people/calendar-token.ts'
import { changeOwnPassword, OwnPasswordChange } from '../../../src/people/password.ts'
import { Fault, type FieldErrors, notFound } from '../../../src/record/fault.ts'
import { validate } from '../../../src/record/validation/validate.ts'
import { sessionClient } from '../../request/client-address.ts'
import type { Server } from '../../server/server.ts'
import type { Control } from '../form/controls.ts'
import { form } from '../form/form.ts'
import { inputErrors } from '../form/submitted.ts'
import { type Html, html } from '../html/html.ts'
import { confirmation, postButton } from '../html/post-form.ts'
import { timestamp } from '../html/time.ts'
import { words } from '../html/words.ts'
import { hasCharacterKeys, switchCharacterKeys } from '../request/page-cookie.ts'
import { pathId } from '../request/path.ts'
import { personOf, redirect, sendPage } from '../request/reply.ts'
import { claimForm } from '../request/sent-form.ts'
import { setSessionCookie } from '../request/session.ts'
import { adminActor, adminWrite } from '../request/write.ts'
import { browserName } from './browser-name.ts'
import { calendarSection } from './calendar.ts'
import { connectionsSection } from './connections.ts'

const account = '/admin/account'
const everyone = { config: { access: 'everyone' } } as const
const ofAnyStatus = { config: { access: 'everyone', allowsInactive: true } } as const

const controls: Control[] = [
  {
    name: 'current_password',
    label: 'Current password',
    kind: 'password',
    required: true,
    autocomplete: 'current-password',
  },
  {
    name: 'password',
    label: 'New password',
    kind: 'password',
    required: true,
    autocomplete: 'new-password',
    help: `At least ${passwordLength.min} characters`,
  },
]

/** Registers the account page of the person who is signed in: password, sessions and calendar. */
export function accountPages(app: Server): void {
  app.get('/account', everyone, (request, reply) => sendAccount(request, reply, {}))

  app.post('/account', everyone, async (request, reply) => {
    try {
      const input = validate(OwnPasswordChange, request.body)
      await app.countAttempt(request, reply, `user:${personOf(request).id}`)
      const { secret } = await changeOwnPassword(
        app.orm,
        adminActor(request),
        input,
        sessionClient(request),
        (em) => claimForm(request, em),
      )
      setSessionCookie(request, reply, secret)
      return redirect(
        reply,
        account,
        'Password changed. All of your other sessions, your tokens, calendar address and connections have ended.',
      )
    } catch (error) {
      return sendAccount(request, reply, inputErrors(error))
    }
  })

  for (const state of ['on', 'off'] as const)
    app.post(`/account/keys/${state}`, ofAnyStatus, (_request, reply) => {
      switchCharacterKeys(reply, state)
      return redirect(reply, account, `Single-letter keys switched ${state}.`)
    })

  app.get('/account/sessions/:id/end', everyone, askToEnd)
  app.post('/account/sessions/:id/end', ofAnyStatus, async (request, reply) => {
    const id = pathId(request)
    await adminWrite(request, (em, actor) => endOwnSession(em, actor, id), { allowsInactive: true })
    return redirect(reply, account, 'Session ended.')
  })
}

async function sendAccount(request: FastifyRequest, reply: FastifyReply, errors: FieldErrors) {
  const { session, server } = request
  if (!session) throw new Fault('unauthenticated')
  const { name, role, status } = session.person
  const isWriter = policyAllows('write', session.person)
  const [sessions, calendar] = await Promise.all([
    listOwnSessions(server.read, session, server.config),
    isWriter ? readCalendarToken(server.read, adminActor(request)) : null,
  ])
  const content = (csrf: string) => html`
    <h1>Account</h1>
    <p class="about">${name}, ${words(role).toLowerCase()}${status === 'active' ? '' : `, ${status}`}</p>
    ${
      status === 'active'
        ? html`<section class="part" aria-labelledby="password">
      <h2 id="password">Password</h2>
      ${form({ csrf, controls, values: {}, errors, submit: 'Save' })}
      <p class="help">A new password ends all other sessions, and your tokens, calendar address and connections.</p>
    </section>`
        : null
    }
    <section class="part" aria-labelledby="sessions">
      <h2 id="sessions">Sessions</h2>
      ${sessionTable(sessions)}
    </section>
    ${keysSection(hasCharacterKeys(request), csrf)}
    ${isWriter ? calendarSection(calendar, csrf) : null}
    ${server.oauth && isWriter ? connectionsSection : null}
  `
  return sendPage(request, reply, { title: 'Account', content }, Object.keys(errors).length > 0 ? 422 : 200)
}

function keysSection(areOn: boolean, csrf: string): Html {
  const [state, label] = areOn ? ['off', 'Switch off'] : ['on', 'Switch on']
  return html`
    <section class="part" aria-labelledby="keys-section">
      <h2 id="keys-section">Single-letter keys</h2>
      <p class="about">
        Keys such as <kbd>n</kbd>, <kbd>j</kbd> and <kbd>/</kbd> are ${areOn ? 'on' : 'off'} in this browser. Keys with Ctrl, Enter and Escape always work.
      </p>
      ${postButton(`${account}/keys/${state}`, csrf, label)}
    </section>
  `
}

async function askToEnd(request: FastifyRequest, reply: FastifyReply) {
  const { session, server } = request
  if (!session) throw new Fault('unauthenticated')
  const id = pathId(request)
  const sessions = await listOwnSessions(server.read, session, server.config)
  const ended = sessions.find((other) => other.id === id)
  if (!ended) throw notFound()
  const title = `End session: ${browserName(ended.user_agent)}`
  const question = `End the session that was last used from ${ended.ip}? That browser has to sign in again.`
  const content = (csrf: string) => confirmation({ title, question, csrf, label: 'End', cancel: account })
  return sendPage(request, reply, { title, content, above: [{ href: account, label: 'Account' }] })
}

function sessionTable(sessions: OwnSession[]): Html {
  return html`
    <div class="table" tabindex="0" role="region" aria-label="Open sessions">
      <table class="rows">
        <thead>
          <tr>
            <th scope="col">Browser</th>
            <th scope="col">IP address</th>
            <th scope="col">Signed in</th>
            <th scope="col">Last used</th>
            <th scope="col">Action</th>
          </tr>
        </thead>
        <tbody>
          ${sessions.map(
            ({ id, user_agent, ip, created_at, last_used_at, is_current }) => html`<tr>
              <th scope="row" title=${user_agent}>${browserName(user_agent)}</th>
              <td>${ip}</td>
              <td>${timestamp(created_at)}</td>
              <td>${timestamp(last_used_at)}</td>
              <td>
                ${
                  is_current
                    ? 'This session'
                    : html`<a class="button danger small" href=${`${account}/sessions/${id}/end`}>End</a>`
                }
              </td>
            </tr>`,
          )}
        </tbody>
      </table>
    </div>
  `
}
