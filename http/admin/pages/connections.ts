import { type Connection, listConnections } from '../../../src/access/oauth/connection.ts'
import { whyOAuthIsOff } from '../../../src/config/oauth.ts'
import { revokeConnection } from '../../../src/people/connection.ts'
import type { Server } from '../../server/server.ts'
import { absent } from '../html/display.ts'
import { type Html, html } from '../html/html.ts'
import { postButton } from '../html/post-form.ts'
import { localized, rich, t } from '../html/text.ts'
import { timestamp } from '../html/time.ts'
import { connectorSteps } from '../parts/client-configuration.ts'
import { listAddress, recordAddress } from '../record/address.ts'
import { pathId } from '../request/path.ts'
import { personOf, redirect, sendPage } from '../request/reply.ts'
import { adminWrite } from '../request/write.ts'

/** Renders the section of the account page about connected agents. */
export function connectionsSection(): Html {
  const link = (part: Html[]) => html`<a href=${listAddress('connections')}>${part}</a>`
  return html`
    <section class="part" aria-labelledby="connections">
      <h2 id="connections">${t('layout.connections')}</h2>
      <p class="about">${rich('connections.aboutInAccount', { link })}</p>
    </section>
  `
}

/** Registers the page with the agents that people have connected, and the route that revokes a connection. */
export function connectionPages(app: Server): void {
  app.get('/connections', async (request, reply) => {
    const connections = await listConnections(app.read, personOf(request))
    const reason = whyOAuthIsOff(app.config, app.oauth !== undefined)
    const title = t('layout.connections')
    const content = (csrf: string) => html`
      <h1>${title}</h1>
      <p class="about">${t('connections.about')}</p>
      ${
        reason
          ? html`<p class="caution">${t('connections.off', { reason: localized(reason) })}</p>`
          : html`<details>
              <summary>${t('connections.connectAgent')}</summary>
              <p>${t('connections.steps')}</p>
              ${connectorSteps(app.config.PUBLIC_URL)}
            </details>`
      }
      ${
        connections.length === 0
          ? html`<p class="absent">${t('connections.none')}</p>`
          : connectionTable(connections, csrf)
      }
    `
    return sendPage(request, reply, { title, content })
  })

  app.post('/connections/:id/revoke', { config: { allowsInactive: true } }, async (request, reply) => {
    await adminWrite(request, (em, actor) => revokeConnection(em, actor, pathId(request)), {
      allowsInactive: true,
    })
    return redirect(reply, listAddress('connections'), t('connections.revoked'))
  })
}

function connectionTable(connections: Connection[], csrf: string): Html {
  return html`<div class="table" tabindex="0" role="region" aria-label=${t('layout.connections')}>
    <table class="rows">
      <thead>
        <tr>
          <th scope="col">${t('connections.person')}</th>
          <th scope="col">${t('connections.client')}</th>
          <th scope="col">${t('connections.created')}</th>
          <th scope="col">${t('connections.lastUse')}</th>
          <th scope="col">${t('connections.action')}</th>
        </tr>
      </thead>
      <tbody>
        ${connections.map(
          ({ id, user_name, name, client_id, created_at, last_used_at }) => html`<tr>
            <th scope="row">${user_name}</th>
            <td class="wide">${name ?? client_id}</td>
            <td>${timestamp(created_at)}</td>
            <td>${last_used_at ? timestamp(last_used_at) : absent}</td>
            <td>${postButton(`${recordAddress('connections', id)}/revoke`, csrf, t('connections.revoke'), { style: 'danger' })}</td>
          </tr>`,
        )}
      </tbody>
    </table>
  </div>`
}
