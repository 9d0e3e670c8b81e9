import {
  type Client,
  clientTitle,
  configurationFor,
  connectors,
  shellExports,
} from '../../../src/config/agent-config.ts'
import { copyable } from '../html/display.ts'
import { type Html, html } from '../html/html.ts'
import { listAddress } from '../record/address.ts'

/**
 * Renders what connects an MCP client to this server: an install link, a command and a configuration with the
 * token, and the commands that set the variables of the write guide.
 */
export function clientConfiguration(client: Client, publicUrl: string, token: string): Html {
  const title = clientTitle(client)
  const { file, text, command, link, reminder } = configurationFor(client, publicUrl, token)
  return html`
    <h2>Connect ${title}</h2>
    ${
      link
        ? html`<p><a class="button primary" href=${link}>${`Install in ${title}`}</a> The button opens ${title}, which asks before it adds the server.</p>
            ${copyable('install-link', link, 'code')}`
        : null
    }
    ${
      command
        ? html`<p>${link ? 'Or run' : 'Run'} this command.</p>
            ${copyable('install-command', command)}`
        : null
    }
    <p>${link || command ? 'Or add' : 'Add'} this to <code>${file}</code>.</p>
    ${copyable('configuration', text)}
    ${reminder ? html`<p>${reminder}</p>` : null}
    <p>For the commands of the write guide, run this in the shell in which you start the agent.</p>
    ${copyable('exports', shellExports(publicUrl, token))}
    <h2>Claude on the web and ChatGPT</h2>
    <p>They need no token. Enter this address there; they can reach it only if it is public and https. They read in your name, as <a href=${listAddress('connections')}>Connections</a> shows.</p>
    ${connectorSteps(publicUrl)}
  `
}

/** Renders how to connect the agents that need only the address of this server. */
export function connectorSteps(publicUrl: string): Html {
  return html`
    ${copyable('address', `${publicUrl}/mcp`, 'code')}
    <dl class="values">
      ${connectors.map(({ title, open }) => html`<div class="long"><dt>${title}</dt><dd>${open}</dd></div>`)}
    </dl>
  `
}
