import { type Connection, listConnections } from '../../../src/access/oauth/connection.ts'
import { whyOAuthIsOff } from '../../../src/config/oauth.ts'
import { revokeConnection } from '../../../src/people/connection.ts'
import type { Server } from '../../server/server.ts'
import { absent } from '../html/display.ts'
import { type Html, html } from '../html/html.ts'
import { postButton } from '../html/post-form.ts'
import { timestamp } from '../html/time.ts'
import { connectorSteps } from '../parts/client-configuration.ts'
import { listAddress, recordAddress } from '../record/address.ts'
import { pathId } from '../request/path.ts'
import { personOf, redirect, sendPage } from '../request/reply.ts'
import { adminWrite } from '../request/write.ts'

const title = 'Connections'

/** The section of the account page about connected agents. */
export const connectionsSection = html`
  <section class="part" aria-labelledby="connections">
    <h2 id="connections">${title}</h2>
    <p class="about">
      Agents such as Claude and ChatGPT connect by the address of this service. <a href=${listAddress('connections')}>Show connections</a>
    </p>
  </section>
`

/** Registers the page with the agents that people have connected, and the route that revokes a connection. */
export function connectionPages(app: Server): void {
  app.get('/connections', async (request, reply) => {
    const connections = await listConnections(app.read, personOf(request))
    const reason = whyOAuthIsOff(app.config, app.oauth !== undefined)
    const content = (csrf: string) => html`
      <h1>${title}</h1>
      <p class="about">
        Agents that read over MCP in the name of a person. They cannot change anything.
      </p>
      ${
        reason
          ? html`<p class="caution">Agents cannot connect, because ${reason}.</p>`
          : html`<details>
              <summary>Connect an agent</summary>
              <p>Enter this address in the agent. It opens a page here, on which you choose Allow or Deny.</p>
              ${connectorSteps(app.config.PUBLIC_URL)}
            </details>`
      }
      ${
        connections.length === 0
          ? html`<p class="absent">No agent is connected.</p>`
          : connectionTable(connections, csrf)
      }
    `
    return sendPage(request, reply, { title, content })
  })

  app.post('/connections/:id/revoke', { config: { allowsInactive: true } }, async (request, reply) => {
    await adminWrite(request, (em, actor) => revokeConnection(em, actor, pathId(request)), {
      allowsInactive: true,
    })
    return redirect(reply, listAddress('connections'), 'Connection revoked. Its tokens are no longer valid.')
  })
}

function connectionTable(connections: Connection[], csrf: string): Html {
  return html`<div class="table" tabindex="0" role="region" aria-label=${title}>
    <table class="rows">
      <thead>
        <tr>
          <th scope="col">Person</th>
          <th scope="col">Client</th>
          <th scope="col">Created</th>
          <th scope="col">Last use</th>
          <th scope="col">Action</th>
        </tr>
      </thead>
      <tbody>
        ${connections.map(
          ({ id, user_name, name, client_id, created_at, last_used_at }) => html`<tr>
            <th scope="row">${user_name}</th>
            <td class="wide">${name ?? client_id}</td>
            <td>${timestamp(created_at)}</td>
            <td>${last_used_at ? timestamp(last_used_at) : absent}</td>
            <td>${postButton(`${recordAddress('connections', id)}/revoke`, csrf, 'Revoke', { style: 'danger' })}</td>
          </tr>`,
        )}
      </tbody>
    </table>
  </div>`
}
