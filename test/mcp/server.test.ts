import { globSync, readFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'
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
  annotations?: object
}
const { tools }: { tools: Listed[] } = await client.listTools()

it('lists tools in less than 14 kB, in the order in which agents need them', () => {
  expect(Buffer.byteLength(JSON.stringify({ tools }))).toBeLessThan(14_000)
  expect(tools.map(({ name }) => name)).toMatchInlineSnapshot(`
    [
      "get_portfolio_summary",
      "list_directions",
      "list_products",
      "get_product",
      "list_apps",
      "get_app",
      "list_canon_rules",
      "get_week",
      "get_trends",
      "search",
      "list_signals",
      "list_insights",
      "list_economics",
      "list_decisions",
      "list_tasks",
      "list_changes",
      "list_proposals",
      "get_record",
      "describe_write_api",
    ]
  `)
})

describe.each(globSync('mcp/tools/*.ts'))('the tools of %s', (path) => {
  it('are listed as in the snapshot', async () => {
    const names = Object.values<{ name?: string }>(await import(resolve(path)))
      .flat()
      .map(({ name }) => name)
    const listed = tools.filter(({ name }) => names.includes(name))
    expect(listed).not.toEqual([])
    await expect(JSON.stringify(listed, null, 2)).toMatchFileSnapshot(`tools/${basename(path, '.ts')}.snap`)
  })
})

describe.each(tools)('$name', ({ name, title, description, inputSchema, annotations, ...rest }) => {
  it('has a title, a description and the annotations of a tool that only reads', () => {
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

  it('takes a flat object of optional arguments, with keywords that every client supports', () => {
    expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false })
    expect(inputSchema.required).toBeUndefined()
    expect(inputSchema.properties).toBeDefined()
    for (const argument of Object.values(inputSchema.properties ?? {})) {
      expect(['string', 'integer', 'boolean']).toContain(argument.type)
      for (const keyword of ['$ref', 'anyOf', 'oneOf', 'allOf', 'prefixItems'])
        expect(argument).not.toHaveProperty(keyword)
    }
  })

  it('has no output schema, since its answers are text', () => {
    expect(rest).not.toHaveProperty('outputSchema')
  })
})

it('instructs agents to read the summary and the canon first', async () => {
  expect(client.getInstructions()).toMatch(/get_portfolio_summary.*list_canon_rules/s)
})

describe('the words of the tools', () => {
  const texts = [client.getInstructions() ?? '', ...tools.map(({ description = '' }) => description)]
  const named = (name: string) => tools.find((tool) => tool.name === name)

  it('say what full changes in each tool that has it', () => {
    const full = tools.map(({ inputSchema }) => inputSchema.properties?.full).filter((found) => found)
    expect(full).toHaveLength(10)
    for (const argument of full) expect(argument?.description).toMatch(/^All fields, (long texts|evidence)/)
  })

  it('say once where to look for duplicates', () => {
    expect(texts.filter((text) => /duplicate|similar/i.test(text))).toEqual([named('search')?.description])
  })

  it('say which canon rules are listed, and that not all are trusted', () => {
    expect(named('list_canon_rules')?.description).toMatch(
      /the active ones, or.*another status.*trusted: true; not all active ones are/,
    )
  })

  it('call the impact of an insight by its name', () => {
    expect(named('list_insights')?.inputSchema.properties).toHaveProperty('impact_level')
    expect(JSON.stringify(named('list_insights'))).not.toContain('severity')
  })

  it('name the skills in the instructions', () => {
    const skills = globSync('agent-configs/skills/*').map((path) => basename(path))
    expect(skills).toHaveLength(5)
    for (const skill of skills) expect(client.getInstructions()).toContain(skill)
  })

  it('name the tool to call next in each list', () => {
    for (const { name, description } of tools.filter(({ name }) => /^list_.*(s|ps)$/.test(name)))
      expect([name, description]).toEqual([
        name,
        expect.stringMatching(/[Rr]ead|[Cc]all|[Ss]ee|[Ss]end|[Ll]ook/),
      ])
  })
})

it('mentions only tools that exist', () => {
  const names = tools.map((tool) => tool.name)
  const agents = readFileSync(new URL('../../agent-configs/AGENTS.md', import.meta.url), 'utf8')
  const texts = [client.getInstructions(), agents, ...tools.map((tool) => tool.description)]
  for (const text of texts.slice(0, 2)) expect(text).toContain('describe_write_api')
  const mentioned = texts.join(' ').match(/\b(get|list|describe)_[a-z_]+/g) ?? []
  expect(names).toEqual(expect.arrayContaining(mentioned))
})
