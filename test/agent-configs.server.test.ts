import { existsSync } from 'node:fs'
import { Ajv2019 } from 'ajv/dist/2019.js'
import formats from 'ajv-formats'
import { expect, it } from 'vitest'
import server from '../agent-configs/server.json' with { type: 'json' }
import manifest from '../package.json' with { type: 'json' }
import schema from './support/schemas/server-2025-12-11.json' with { type: 'json' }

// The registry accepts unknown fields. Here they are rejected, because a misspelled field would be ignored.
const closed = [
  'ServerDetail',
  'Package',
  'Icon',
  'Repository',
  'KeyValueInput',
  'PositionalArgument',
  'StdioTransport',
  'RemoteTransport',
]
const { $schema: _, definitions, ...outer } = schema
const strict = Object.entries(definitions).map(([name, definition]) => [
  name,
  closed.includes(name) ? { ...definition, unevaluatedProperties: false } : definition,
])
const ajv = new Ajv2019({ strict: false })
formats.default(ajv)
const isValid = ajv.compile({ ...outer, definitions: Object.fromEntries(strict) })

it('matches the schema of the MCP registry', () => {
  expect(server.$schema).toBe(schema.$id)
  expect([isValid(server), isValid.errors]).toEqual([true, null])
})

it.each([
  { description: 'x'.repeat(101) },
  { websiteURL: server.websiteUrl },
  { packages: [{ ...server.packages[0], version: 'latest' }] },
  { packages: [{ ...server.packages[0], environmentVariables: [{ name: 'PORT', secret: true }] }] },
  { icons: [{ ...server.icons[0], mimeType: 'image/gif' }] },
  { repository: { url: server.repository.url } },
  { remotes: [{ ...server.remotes[0], header: [] }] },
])('would not match it with %j', (change) => {
  expect(isValid({ ...server, ...change })).toBe(false)
})

it('names this version of the npm package and of the image', () => {
  const [npm, image] = server.packages
  expect([server.version, npm?.version]).toEqual([manifest.version, manifest.version])
  expect([server.name, npm?.identifier]).toEqual([manifest.mcpName, manifest.name])
  expect(image?.identifier).toBe(`ghcr.io/portfolio-ops/portfolio-ops:${manifest.version}`)
  expect(server.remotes[0]?.headers).toMatchObject([{ name: 'X-Portfolio-Token', isSecret: true }])
})

it('has an icon that the repository contains', () => {
  const base = `${server.repository.url.replace('github.com', 'raw.githubusercontent.com')}/main/`
  expect(existsSync(server.icons[0]?.src.replace(base, '') ?? '')).toBe(true)
})
