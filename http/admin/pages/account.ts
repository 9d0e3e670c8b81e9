import type { FastifyReply, FastifyRequest } from 'fastify'
import { listOwnSessions, type OwnSession } from '../../../src/access/current-session.ts'
import { passwordLength } from '../../../src/access/password.ts'
import { roles, userStatuses } from '../../../src/access/person.ts'
import { policyAllows } from '../../../src/access/policy.ts'
import { endOwnSession } from '../../../src/access/session.ts'
import { phrase } from '../../../src/language/phrase.ts'
import { readCalendarToken } from '../../../src/people/calendar-token.ts'
import { changeOwnLanguage, OwnLanguage } from '../../../src/people/language.ts'
import { changeOwnPassword, OwnPasswordChange } from '../../../src/people/password.ts'
import { Fault, type FieldErrors, notFound } from '../../../src/record/fault.ts'
import { safeValidate, validate } from '../../../src/record/validation/validate.ts'
import { sessionClient } from '../../request/client-address.ts'
import type { Server } from '../../server/server.ts'
import type { Control } from '../form/controls.ts'
import { form } from '../form/form.ts'
import { inputErrors } from '../form/submitted.ts'
import { type Html, html } from '../html/html.ts'
import { confirmation, postButton } from '../html/post-form.ts'
import { inLanguage, rich, t } from '../html/text.ts'
import { timestamp } from '../html/time.ts'
import { valueLabel } from '../html/value.ts'
import { inSentence } from '../html/words.ts'
import { languageOf } from '../request/language.ts'
import { hasCharacterKeys, switchCharacterKeys } from '../request/page-cookie.ts'
import { pathId } from '../request/path.ts'
import { personOf, redirect, sendPage } from '../request/reply.ts'
import { claimForm } from '../request/sent-form.ts'
import { setSessionCookie } from '../request/session.ts'
import { adminActor, adminWrite } from '../request/write.ts'
import { browserName } from './browser-name.ts'
import { calendarSection } from './calendar.ts'
import { connectionsSection } from './connections.ts'
import { languageSection } from './language-section.ts'

const account = '/admin/account'
const everyone = { config: { access: 'everyone' } } as const
const ofAnyStatus = { config: { access: 'everyone', allowsInactive: true } } as const

const controls: Control[] = [
  {
    name: 'current_password',
    label: phrase('account.currentPassword'),
    kind: 'password',
    required: true,
    autocomplete: 'current-password',
  },
  {
    name: 'password',
    label: phrase('account.newPassword'),
    kind: 'password',
    required: true,
    autocomplete: 'new-password',
    help: phrase('account.passwordLength', { count: passwordLength.min }),
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
      return redirect(reply, account, t('account.passwordChanged'))
    } catch (error) {
      return sendAccount(request, reply, inputErrors(error))
    }
  })

  app.post('/account/language', ofAnyStatus, async (request, reply) => {
    const { data, errors } = safeValidate(OwnLanguage, request.body)
    if (!data) return sendAccount(request, reply, errors)
    await adminWrite(request, (em, actor) => changeOwnLanguage(em, actor, data), { allowsInactive: true })
    const language = languageOf(request, data.language)
    return inLanguage(language, () => redirect(reply, account, t('account.languageChanged')))
  })

  for (const state of ['on', 'off'] as const)
    app.post(`/account/keys/${state}`, ofAnyStatus, (_request, reply) => {
      switchCharacterKeys(reply, state)
      return redirect(
        reply,
        account,
        t(state === 'on' ? 'account.keysSwitchedOn' : 'account.keysSwitchedOff'),
      )
    })

  app.get('/account/sessions/:id/end', everyone, askToEnd)
  app.post('/account/sessions/:id/end', ofAnyStatus, async (request, reply) => {
    const id = pathId(request)
    await adminWrite(request, (em, actor) => endOwnSession(em, actor, id), { allowsInactive: true })
    return redirect(reply, account, t('account.sessionEnded'))
  })
}

async function sendAccount(
  request: FastifyRequest,
  reply: FastifyReply,
  { language, ...errors }: FieldErrors,
) {
  const { session, server } = request
  if (!session) throw new Fault('unauthenticated')
  const { name, role, status } = session.person
  const isWriter = policyAllows('write', session.person)
  const [sessions, calendar] = await Promise.all([
    listOwnSessions(server.read, session, server.config),
    isWriter ? readCalendarToken(server.read, adminActor(request)) : null,
  ])
  const content = (csrf: string) => html`
    <h1>${t('account.title')}</h1>
    <p class="about">${[name, inSentence(valueLabel(roles, role)), ...(status === 'active' ? [] : [inSentence(valueLabel(userStatuses, status))])].join(', ')}</p>
    ${
      status === 'active'
        ? html`<section class="part" aria-labelledby="password">
      <h2 id="password">${t('account.password')}</h2>
      ${form({ csrf, controls, values: {}, errors, submit: t('account.save') })}
      <p class="help">${t('account.passwordEffect')}</p>
    </section>`
        : null
    }
    <section class="part" aria-labelledby="sessions">
      <h2 id="sessions">${t('account.sessions')}</h2>
      ${sessionTable(sessions)}
    </section>
    ${languageSection(session.language, csrf, language)}
    ${keysSection(hasCharacterKeys(request), csrf)}
    ${isWriter ? calendarSection(calendar, csrf) : null}
    ${server.oauth && isWriter ? connectionsSection() : null}
  `
  return sendPage(
    request,
    reply,
    { title: t('account.title'), content },
    language || Object.keys(errors).length > 0 ? 422 : 200,
  )
}

function keysSection(areOn: boolean, csrf: string): Html {
  const [state, label] = areOn ? ['off', t('account.switchOff')] : ['on', t('account.switchOn')]
  const kbd = (key: Html[]) => html`<kbd>${key}</kbd>`
  return html`
    <section class="part" aria-labelledby="keys-section">
      <h2 id="keys-section">${t('account.keys')}</h2>
      <p class="about">
        ${rich(areOn ? 'account.keysAreOn' : 'account.keysAreOff', { kbd })}
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
  const title = t('account.endTitle', { browser: browserName(ended.user_agent) })
  const question = t('account.endQuestion', { ip: ended.ip })
  const content = (csrf: string) =>
    confirmation({ title, question, csrf, label: t('account.end'), cancel: account })
  return sendPage(request, reply, { title, content, above: [{ href: account, label: t('account.title') }] })
}

function sessionTable(sessions: OwnSession[]): Html {
  return html`
    <div class="table" tabindex="0" role="region" aria-label=${t('account.openSessions')}>
      <table class="rows" data-stacked>
        <thead>
          <tr>
            <th scope="col">${t('account.browser')}</th>
            <th scope="col">${t('account.ipAddress')}</th>
            <th scope="col">${t('account.signedIn')}</th>
            <th scope="col">${t('account.lastUsed')}</th>
            <th scope="col">${t('account.action')}</th>
          </tr>
        </thead>
        <tbody>
          ${sessions.map(
            ({ id, user_agent, ip, created_at, last_used_at, is_current }) => html`<tr>
              <th scope="row" title=${user_agent}>${browserName(user_agent)}</th>
              <td data-label=${t('account.ipAddress')}>${ip}</td>
              <td data-label=${t('account.signedIn')}>${timestamp(created_at)}</td>
              <td data-label=${t('account.lastUsed')}>${timestamp(last_used_at)}</td>
              <td>
                ${
                  is_current
                    ? t('account.thisSession')
                    : html`<a class="button danger small" href=${`${account}/sessions/${id}/end`}>${t('account.end')}</a>`
                }
              </td>
            </tr>`,
          )}
        </tbody>
      </table>
    </div>
  `
}
