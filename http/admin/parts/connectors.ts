import { connectors } from '../../../src/config/connectors.ts'
import { copyable } from '../html/copyable.ts'
import { type Html, html } from '../html/html.ts'

/** Renders how to connect the agents that need only the address of this server. */
export function connectorSteps(publicUrl: string): Html {
  return html`
    ${copyable('address', `${publicUrl}/mcp`, 'code')}
    <dl class="values">
      ${connectors.map(({ title, open }) => html`<div class="long"><dt>${title}</dt><dd>${open}</dd></div>`)}
    </dl>
  `
}
