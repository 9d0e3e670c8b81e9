import { Ajv } from 'ajv'
import formats from 'ajv-formats'
import { expect, it } from 'vitest'
import { z } from 'zod'
import server from '../agent-configs/server.json' with { type: 'json' }
import manifest from '../package.json' with { type: 'json' }

// The part of the registry's schema 2025-12-11 that server.json uses. The registry accepts unknown fields; here they
// are rejected, because a misspelled field would be ignored.
const value = {
  description: z.string().optional(),
  isRequired: z.boolean().optional(),
  isSecret: z.boolean().optional(),
  format: z.enum(['string', 'number', 'boolean', 'filepath']).optional(),
  placeholder: z.string().optional(),
}
const Variable = z.strictObject({ name: z.string(), ...value })
// The registry rejects a range and "latest".
const version = z.string().regex(/^\d+\.\d+\.\d+$/)
const started = {
  transport: z.strictObject({ type: z.literal('stdio') }),
  packageArguments: z.array(z.strictObject({ type: z.literal('positional'), value: z.string() })),
  environmentVariables: z.array(Variable),
}
const Npm = z.strictObject({
  registryType: z.literal('npm'),
  identifier: z.string(),
  version,
  ...started,
})
// The version of an image is its tag.
const Image = z.strictObject({
  registryType: z.literal('oci'),
  identifier: z.string().regex(/^ghcr\.io\/[a-z0-9-]+\/[a-z0-9-]+:\d+\.\d+\.\d+$/),
  ...started,
})
const Remote = z.strictObject({
  type: z.literal('streamable-http'),
  url: z.string().regex(/^https?:\/\/[^\s]+$/),
  variables: z.record(z.string(), z.strictObject(value)),
  headers: z.array(Variable),
})
const Server = z.strictObject({
  $schema: z.literal('https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json'),
  name: z
    .string()
    .regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/)
    .max(200),
  title: z.string().min(1).max(100),
  description: z.string().min(1).max(100),
  version,
  packages: z.tuple([Npm, Image]),
  remotes: z.tuple([Remote]),
})

it('has the form that the MCP registry requires', () => {
  expect(Server.safeParse(server)).toMatchObject({ success: true })
})

it('matches the schema of the registry', async ({ skip }) => {
  const schema: object | undefined = await fetch(server.$schema, { signal: AbortSignal.timeout(5000) }).then(
    (response) => response.json(),
    () => undefined,
  )
  if (!schema) return skip(`${server.$schema} cannot be downloaded from here.`)
  const ajv = new Ajv({ strict: false })
  formats.default(ajv)
  const isValid = ajv.compile(schema)
  expect([isValid(server), isValid.errors]).toEqual([true, null])
  expect(isValid({ ...server, title: '' })).toBe(false)
})

it('names this version of the npm package and of the image', () => {
  const { packages, remotes } = Server.parse(server)
  const [npm, image] = packages
  expect([server.version, npm.version]).toEqual([manifest.version, manifest.version])
  expect([server.name, npm.identifier]).toEqual([manifest.mcpName, manifest.name])
  expect(image.identifier).toBe(`ghcr.io/portfolio-ops/portfolio-ops:${manifest.version}`)
  expect(remotes[0].headers).toMatchObject([{ name: 'X-Portfolio-Token', isSecret: true }])
})
