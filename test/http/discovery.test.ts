import { expect, it } from 'vitest'
import manifest from '../../agent-configs/server.json' with { type: 'json' }
import { resultOf, rpc } from '../support/events.ts'
import { makeOAuthWorld } from '../support/oauth.ts'
import { makeWorld, type World } from '../support/world.ts'

const card = '/mcp/server-card'
const catalog = '/.well-known/ai-catalog.json'
const contact = '/.well-known/security.txt'
const get = ({ app }: World, url: string, headers = {}) => app.inject({ url, headers })

const world = await makeWorld({ PUBLIC_URL: 'https://tools.example.com/ops' })

it('describes the MCP server to everyone, as the server describes itself', async () => {
  const answer = await get(world, card)
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-type']).toMatch(/^application\/mcp-server-card\+json(;|$)/)
  const { name, version, description, title, remotes, ...others } = answer.json()
  expect(Object.keys(others)).toEqual(['$schema'])
  expect([name, version, description]).toEqual([manifest.name, manifest.version, manifest.description])
  expect(name).toMatch(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/)
  expect(description.length).toBeLessThanOrEqual(100)
  expect(remotes).toEqual([
    {
      type: 'streamable-http',
      url: 'https://tools.example.com/ops/mcp',
      headers: [expect.objectContaining({ name: 'X-Portfolio-Token', isRequired: true, isSecret: true })],
      supportedProtocolVersions: expect.arrayContaining(['2025-11-25']),
    },
  ])
  const discovered = await resultOf(world, 'server/discover')
  expect(discovered._meta['io.modelcontextprotocol/serverInfo']).toMatchObject({ version, title })
  expect(remotes[0].supportedProtocolVersions).toEqual(expect.arrayContaining(discovered.supportedVersions))
})

it('requires no token where people connect by OAuth', async () => {
  const [{ headers }] = (await get(await makeOAuthWorld(), card)).json().remotes
  expect(headers[0].isRequired).toBe(false)
})

it('lists the card in the catalog of the address', async () => {
  const answer = await get(world, catalog)
  expect(answer.headers['content-type']).toMatch(/^application\/ai-catalog\+json(;|$)/)
  expect(answer.json()).toEqual({
    specVersion: '1.0',
    entries: [
      {
        identifier: 'urn:air:tools.example.com:mcp:portfolio-ops',
        type: 'application/mcp-server-card+json',
        url: `https://tools.example.com/ops${card}`,
      },
    ],
  })
})

it.each([card, catalog])('lets pages of other sites read %s, and caches it', async (url) => {
  const { headers } = await get(world, url, { origin: 'https://elsewhere.example' })
  expect(headers).toMatchObject({
    'access-control-allow-origin': '*',
    'cache-control': 'public, max-age=3600',
  })
  const again = await get(world, url, { 'if-none-match': String(headers.etag) })
  expect([again.statusCode, again.body, again.headers['access-control-allow-origin']]).toEqual([304, '', '*'])
  expect((await world.app.inject({ method: 'POST', url, payload: {} })).statusCode).not.toBe(200)
})

it('lets no other page be read from everywhere', async () => {
  for (const url of ['/mcp', '/health/live', '/openapi.json', '/.well-known/security.txt'])
    expect((await get(world, url)).headers).not.toHaveProperty('access-control-allow-origin')
  expect((await rpc(world, 'tools/list', {}, {})).status).toBe(401)
})

it('names the contact for security where one is set', async () => {
  expect((await get(world, contact)).statusCode).toBe(404)
  const SECURITY_CONTACT = 'mailto:security@example.com'
  const answer = await get(await makeWorld({ SECURITY_CONTACT }), contact)
  expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8')
  const [, expires = ''] = /^Contact: mailto:security@example\.com\nExpires: (.*)\n$/.exec(answer.body) ?? []
  const days = (Date.parse(expires) - Date.now()) / 86_400_000
  expect(days).toBeGreaterThan(1)
  expect(days).toBeLessThan(365)
})
