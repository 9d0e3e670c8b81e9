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

test('the form chooses scopes and the kinds that are written at once, which the list and the page show', async () => {
  const list = await browser.get('/admin/api-agent-tokens')
  expect(list.body).toContain('To begin with, choose the scopes read and propose')
  for (const name of ['scopes', 'direct'])
    expect(list.body).toMatch(new RegExp(`<input type="checkbox"[^>]* name="${name}"`))
  const created = await browser.post('/admin/api-agent-tokens/new', {
    agent: 'B',
    scopes: 'propose',
    direct: 'signal',
  })
  const [, address = ''] = /class="button primary" href="([^"]+)"/.exec(created.body) ?? []
  expect((await browser.get(address)).body).toMatch(/<dt>Direct<\/dt>\s*<dd>signal</)
  const listed = await browser.get('/admin/api-agent-tokens?search=B')
  expect(listed.body).toMatch(/<td[^>]*>\s*propose\s*<\/td>\s*<td[^>]*>\s*signal\s*</)
  const rejected = await browser.post('/admin/api-agent-tokens/new', { agent: 'C', direct: 'direction' })
  expect(rejected.status).toBe(422)
})
