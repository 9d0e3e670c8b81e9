import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Person } from '../../../../src/access/person.ts'
import { policyAllows } from '../../../../src/access/policy.ts'
import { Fault } from '../../../../src/record/fault.ts'
import type { Server } from '../../../server/server.ts'
import { type Html, html } from '../../html/html.ts'
import { postButton } from '../../html/post-form.ts'
import { t } from '../../html/text.ts'
import { listAddress } from '../../record/address.ts'
import { redirect, sendPage } from '../../request/reply.ts'
import { adminWrite } from '../../request/write.ts'

/** Renders the first steps, which an empty database shows instead of the dashboard. */
export function firstSteps(person: Person, csrf: string): Html {
  const mayAdminister = policyAllows('administer', person)
  return html`
    <div>
      <h1>${t('dashboard.welcome')}</h1>
      <p class="about">${t('dashboard.welcomeAbout')}</p>
    </div>
    <ol class="steps">
      <li>
        <div>
          <h2>${t('dashboard.createToken')}</h2>
          <p>${t('dashboard.createTokenAbout')}</p>
        </div>
        <a class="button" href=${listAddress('api-token')}>${t('dashboard.createToken')}</a>
      </li>
      ${
        mayAdminister
          ? html`<li>
              <div>
                <h2>${t('dashboard.connectAgent')}</h2>
                <p>${t('dashboard.connectAgentAbout')}</p>
              </div>
              <a class="button" href=${listAddress('api-agent-tokens')}>${t('dashboard.connectAgent')}</a>
            </li>
            <li>
              <div>
                <h2>${t('dashboard.lookAround')}</h2>
                <p>${t('dashboard.lookAroundAbout')}</p>
              </div>
              ${postButton('/admin/demonstration', csrf, t('dashboard.loadDemonstration'), { style: 'primary' })}
            </li>`
          : html`<li>
              <div>
                <h2>${t('dashboard.createFirstProduct')}</h2>
                <p>${t('dashboard.createFirstProductAbout')}</p>
              </div>
              <a class="button" href=${listAddress('products/new')}>${t('product.new')}</a>
            </li>`
      }
    </ol>
  `
}

/** Registers the button that loads the demonstration. */
export function demonstrationRoute(app: Server): void {
  app.post('/demonstration', { config: { access: 'admin' } }, loadDemonstration)
}

async function loadDemonstration(request: FastifyRequest, reply: FastifyReply) {
  // Loaded only when it is used. Otherwise every start would load its data.
  const { fillDemo } = await import('../../../../src/catalog/demo.ts')
  const load = adminWrite(
    request,
    (em, actor) => fillDemo(em, actor, { force: false, report: () => undefined }),
    { timeLimit: 'bulk' },
  )
  try {
    await load
  } catch (error) {
    if (!(error instanceof Fault && error.code === 'conflict')) throw error
    const title = t('dashboard.notEmpty')
    const content = () => html`
      <h1>${title}</h1>
      <p>${t('dashboard.notEmptyAbout')}</p>
      <p><a class="button" href="/admin">${t('dashboard.toDashboard')}</a></p>
    `
    return sendPage(request, reply, { title, content }, 409)
  }
  return redirect(reply, '/admin', t('dashboard.demonstrationLoaded'))
}
