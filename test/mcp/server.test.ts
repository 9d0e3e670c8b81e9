import { readFileSync } from 'node:fs'
import { afterAll, describe, expect, it } from 'vitest'
import { connections } from './client.ts'
import { makeMcpWorld } from './world.ts'

const world = await makeMcpWorld()
const client = await connections['v2 modern over HTTP']?.(world)
afterAll(() => client.close())

type Schema = { type?: unknown; properties?: Record<string, Schema>; [keyword: string]: unknown }
type Listed = {
  name: string
  title?: string
  description?: string
  inputSchema: Schema
  outputSchema?: Schema
  annotations?: object
}
const { tools }: { tools: Listed[] } = await client.listTools()

it('lists what it listed before, in less than 20 kB', async () => {
  const bytes = Buffer.byteLength(JSON.stringify({ tools }))
  expect(bytes).toBeLessThan(20_000)
  await expect(JSON.stringify(tools, null, 2)).toMatchFileSnapshot('tools.snap')
})

describe.each(tools)('$name', ({ name, title, description, inputSchema, outputSchema, annotations }) => {
  it('says what it is for, and that it only reads', () => {
    expect(name).toMatch(/^[a-z_]{1,64}$/)
    expect(title).toBeTruthy()
    expect(description?.length).toBeGreaterThan(60)
    expect(annotations).toEqual({
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: false,
    })
  })

  it('takes a flat object of optional arguments, in words that every client knows', () => {
    expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false })
    expect(inputSchema.required).toBeUndefined()
    for (const argument of Object.values(inputSchema.properties ?? {})) {
      expect(['string', 'integer', 'boolean']).toContain(argument.type)
      for (const word of ['$ref', 'anyOf', 'oneOf', 'allOf', 'prefixItems'])
        expect(argument).not.toHaveProperty(word)
    }
  })

  it('answers an object that begins with the notice', () => {
    expect(outputSchema).toMatchObject({ type: 'object', additionalProperties: false })
    expect(Object.keys(outputSchema?.properties ?? {})[0]).toBe('notice')
    expect(outputSchema?.required).toContain('notice')
    expect(JSON.stringify(outputSchema)).not.toContain('$ref')
  })
})

it('tells agents how to begin', async () => {
  expect(client.getInstructions()).toMatch(/get_portfolio_summary.*list_canon_rules/s)
})

it.each(['list_signals', 'list_insights', 'list_economics', 'list_tasks'])(
  '%s says when, and what next',
  (name) => {
    const said = tools.find((tool) => tool.name === name)?.description
    expect(said).toMatch(/(Look here|Read it) before you/)
    expect(said).toMatch(/get_product|list_decisions/)
  },
)

it('speaks of no tool that is not there', () => {
  const names = tools.map((tool) => tool.name)
  const agents = readFileSync(new URL('../../agent-configs/AGENTS.md', import.meta.url), 'utf8')
  const said = [client.getInstructions(), agents, ...tools.map((tool) => tool.description)].join(' ')
  for (const name of said.match(/\b(get|list|describe)_[a-z_]+/g) ?? []) expect(names).toContain(name)
})
