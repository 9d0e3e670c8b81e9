import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import packageJson from '../../package.json' with { type: 'json' }
import { manifests, textOf } from '../../scripts/build-plugin.ts'

const root = join(import.meta.dirname, '../..')
const paths = Object.keys(manifests)
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const schema = (file: string) => z.literal(`https://agent-plugins.org/schemas/1.0.0/${file}.schema.json`)
const command = { command: z.literal('npx'), args: z.tuple([z.literal('-y'), z.string(), z.literal('mcp')]) }
const serversOf = (server: z.ZodType) => z.strictObject({ [packageJson.name]: server })

// Agent Plugins allows periods too, the hosts do not.
const about = {
  name: z
    .string()
    .max(64)
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/),
  version: z.literal(packageJson.version),
  description: z.string().max(1024),
  author: z.strictObject({ name: z.string() }),
  license: z.literal(packageJson.license),
}
const { name, version, description } = about
const Catalog = z.strictObject({
  name,
  owner: z.strictObject({ name: z.string() }),
  metadata: z.strictObject({ description }),
  plugins: z.tuple([z.strictObject({ name, source: z.literal('./agent-configs'), description })]),
})
const forms: Record<string, z.ZodType> = {
  'agent-configs/plugin.json': z.strictObject({ $schema: schema('plugin'), ...about }),
  'agent-configs/mcp.json': z.strictObject({
    $schema: schema('mcp'),
    mcpServers: serversOf(z.strictObject({ type: z.literal('stdio'), ...command })),
  }),
  'agent-configs/.claude-plugin/plugin.json': z.strictObject({
    ...about,
    mcpServers: serversOf(z.strictObject(command)),
  }),
  'agent-configs/gemini-extension.json': z.strictObject({
    name,
    version,
    description,
    mcpServers: serversOf(z.strictObject(command)),
  }),
  '.claude-plugin/marketplace.json': Catalog,
  '.cursor-plugin/marketplace.json': Catalog,
  '.github/plugin/marketplace.json': Catalog,
  '.agents/plugins/marketplace.json': z.strictObject({
    name,
    plugins: z.tuple([
      z.strictObject({
        name,
        source: z.strictObject({ source: z.literal('local'), path: z.literal('./agent-configs') }),
        policy: z.strictObject({
          installation: z.enum(['AVAILABLE', 'INSTALLED_BY_DEFAULT', 'NOT_AVAILABLE']),
          authentication: z.enum(['ON_INSTALL', 'ON_USE']),
        }),
        category: z.string(),
      }),
    ]),
  }),
}

it('writes a manifest for each kind of host', () => {
  expect(paths.toSorted()).toEqual(Object.keys(forms).toSorted())
  expect(statSync(join(root, 'agent-configs/skills')).isDirectory()).toBe(true)
})

describe.each(paths)('%s', (path) => {
  it('is what the script writes: run npm run build-plugin if it is not', () => {
    expect(read(path)).toBe(textOf(manifests[path] as object))
  })

  it('has the form that its host reads, without a secret', () => {
    expect(forms[path]?.safeParse(JSON.parse(read(path)))).toMatchObject({ success: true })
    expect(read(path)).not.toMatch(/headers|token|env/i)
  })
})
