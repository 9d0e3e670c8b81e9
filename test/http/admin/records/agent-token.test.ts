import { beforeAll, expect, test } from 'vitest'
import { clients, configurationFor } from '../../../../src/config/agent-config.ts'
import { type Browser, signIn } from '../../../support/admin.ts'
import { makePerson } from '../../../support/people.ts'
import { makeWorld } from '../../../support/world.ts'

let browser: Browser
beforeAll(async () => {
  const world = await makeWorld()
  browser = await signIn(world, await makePerson(world, 'admin'))
})

const unescaped = (text: string) =>
  text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&amp;', '&')

test.each(clients)('a new token is shown with what connects the client: %s', async (client) => {
  await browser.get('/admin/api-agent-tokens')
  const { status, headers, body } = await browser.post('/admin/api-agent-tokens/new', { agent: 'A', client })
  expect(status).toBe(201)
  expect(headers['cache-control']).toBe('no-store')
  const token = /<code id="secret">(pft_\w+)</.exec(body)?.[1] ?? ''
  const { command, link, reminder } = configurationFor(client, 'http://ops.test', token)
  const shown = unescaped(body)
  expect(shown.includes('id="install-command"')).toBe(command !== undefined)
  expect(shown.includes('id="install-link"')).toBe(link !== undefined)
  if (command) expect(shown).toContain(`<pre id="install-command" tabindex="0">${command}</pre>`)
  if (link) expect(shown).toContain(`href="${link}"`)
  expect(link ?? '').not.toContain(token)
  if (reminder) expect(shown).toContain(reminder)
  const copied = [...shown.matchAll(/data-copy="#([\w-]+)"/g)].map(([, id]) => id)
  expect(copied).toEqual(expect.arrayContaining(['configuration', 'exports']))
  const exports = `export PORTFOLIO_URL=http://ops.test\nexport PORTFOLIO_TOKEN=${token}`
  expect(shown).toContain(`<pre id="exports" tabindex="0">${exports}</pre>`)
  for (const id of copied) expect(shown).toContain(`id="${id}"`)
})
