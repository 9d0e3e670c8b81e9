import {
  type Client,
  type Connector,
  clientTitle,
  configurationFor,
  connectors,
  shellExports,
} from '../../../src/config/agent-config.ts'
import { inEach } from '../../../src/language/phrase.ts'
import { copyable } from '../html/display.ts'
import { type Html, html } from '../html/html.ts'
import { rich, t } from '../html/text.ts'
import { listAddress } from '../record/address.ts'

// The Russian of the reminders in `agent-configs/clients.json`, which the command line shows too.
const reminders: Partial<Record<Client, string>> = {
  cursor:
    'В ссылке нет токена. Сервер, который она добавляет, читает токен из переменной окружения PORTFOLIO_TOKEN: задайте её там, где запускаете Cursor. В конфигурации токен есть, переменная для неё не нужна.',
  vscode: 'В ссылке нет токена. VS Code спросит его при первом запуске сервера.',
  codex:
    'С env_http_headers или codex mcp add Codex при каждом запуске читает токен из переменной окружения PORTFOLIO_TOKEN. Задайте её в каждом окружении, где запускаете Codex. В конфигурации с http_headers токен есть, переменная для неё не нужна.',
}

// The names and the places of `agent-configs/connectors.json`. The menus of these agents are named as they are in English.
const russianConnectors: Record<Connector, [title: string, open: string]> = {
  claude: ['Claude в браузере, на телефоне и Claude Desktop', 'Settings > Connectors > Add custom connector'],
  chatgpt: [
    'ChatGPT',
    'Settings > Apps & Connectors > Create, при включённом режиме разработчика, способ входа OAuth',
  ],
}

/**
 * Renders what connects an MCP client to this server: an install link, a command and a configuration with the
 * token, and the commands that set the variables of the write guide.
 */
export function clientConfiguration(client: Client, publicUrl: string, token: string): Html {
  const title = clientTitle(client)
  const { file, text, command, link, reminder } = configurationFor(client, publicUrl, token)
  return html`
    <h2>${t('credential.connect', { client: title })}</h2>
    ${
      link
        ? html`<p>${rich('credential.installAbout', { button: html`<a class="button primary" href=${link}>${t('credential.install', { client: title })}</a>`, client: title })}</p>
            ${copyable('install-link', link, 'code')}`
        : null
    }
    ${
      command
        ? html`<p>${link ? t('credential.orRunCommand') : t('credential.runCommand')}</p>
            ${copyable('install-command', command)}`
        : null
    }
    <p>${rich(link || command ? 'credential.orAddToFile' : 'credential.addToFile', { file: html`<code>${file}</code>` })}</p>
    ${copyable('configuration', text)}
    ${reminder ? html`<p>${inEach({ en: reminder, ru: reminders[client] ?? reminder })}</p>` : null}
    <p>${t('credential.writeGuide')}</p>
    ${copyable('exports', shellExports(publicUrl, token))}
    <h2>${t('credential.connectors')}</h2>
    <p>${rich('credential.connectorsAbout', { link: (text) => html`<a href=${listAddress('connections')}>${text}</a>` })}</p>
    ${connectorSteps(publicUrl)}
  `
}

/** Renders how to connect the agents that need only the address of this server. */
export function connectorSteps(publicUrl: string): Html {
  return html`
    ${copyable('address', `${publicUrl}/mcp`, 'code')}
    <dl class="values">
      ${connectors.map(({ name, title, open }) => {
        const [ru, place] = russianConnectors[name]
        return html`<div class="long"><dt>${inEach({ en: title, ru })}</dt><dd>${inEach({ en: open, ru: place })}</dd></div>`
      })}
    </dl>
  `
}
