import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Person } from '../../../../src/access/person.ts'
import { policyAllows } from '../../../../src/access/policy.ts'
import { Fault } from '../../../../src/record/fault.ts'
import type { Server } from '../../../server/server.ts'
import { type Html, html } from '../../html/html.ts'
import { postButton } from '../../html/post-form.ts'
import { listAddress } from '../../record/address.ts'
import { redirect, sendPage } from '../../request/reply.ts'
import { adminWrite } from '../../request/write.ts'

/** Renders the first steps, which an empty database shows instead of the dashboard. */
export function firstSteps(person: Person, csrf: string): Html {
  const mayAdminister = policyAllows('administer', person)
  return html`
    <div>
      <h1>Welcome</h1>
      <p class="about">There is no data yet. Connect the programs and agents that send it, or load the demonstration to look around.</p>
    </div>
    <ol class="steps">
      <li>
        <div>
          <h2>Create a token</h2>
          <p>For programs that send companies, applications, contacts and clicks.</p>
        </div>
        <a class="button" href=${listAddress('api-token')}>Create a token</a>
      </li>
      ${
        mayAdminister
          ? html`<li>
              <div>
                <h2>Connect an agent</h2>
                <p>An agent reads the portfolio and records what it finds. You get the complete configuration of its client.</p>
              </div>
              <a class="button" href=${listAddress('api-agent-tokens')}>Connect an agent</a>
            </li>
            <li>
              <div>
                <h2>Or look around first</h2>
                <p>Twelve products with apps, signals, decisions and a month of clicks.</p>
              </div>
              ${postButton('/admin/demonstration', csrf, 'Load the demonstration', { style: 'primary' })}
            </li>`
          : html`<li>
              <div>
                <h2>Create the first product</h2>
                <p>Everything else belongs to a product: apps, signals, decisions and tasks.</p>
              </div>
              <a class="button" href=${listAddress('products/new')}>New product</a>
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
    const title = 'The database is not empty'
    const content = () => html`
      <h1>${title}</h1>
      <p>The demonstration can only be loaded into an empty database. Nothing was changed.</p>
      <p><a class="button" href="/admin">To the dashboard</a></p>
    `
    return sendPage(request, reply, { title, content }, 409)
  }
  return redirect(reply, '/admin', 'The demonstration is loaded.')
}
