import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tools } from '../../mcp/server.ts'
import { answerOf, answerParts, maxResultBytes, sentBytes, textOf } from './call-tool.ts'
import { type AnyClient, connections } from './client.ts'
import { everyArgument, fill, makeMcpWorld } from './world.ts'

const world = await makeMcpWorld()
await fill(world)
const names = tools.map((tool) => tool.name)

// No test knows the cursor `since` of list_changes in advance. The others exclude another argument.
const leftOut: Record<string, string> = {
  list_changes: 'since',
  get_trends: 'product_slug',
  get_week: 'since',
}

describe.each(tools)('everyArgument.$name', ({ name, config }) => {
  it('has a value for every argument of the tool', () => {
    const schema = config.inputSchema['~standard'].jsonSchema.input({ target: 'draft-2020-12' })
    const known = Object.keys(schema.properties as object).filter((argument) => argument !== leftOut[name])
    expect(Object.keys(everyArgument[name] ?? {}).toSorted()).toEqual(known.toSorted())
  })
})

describe.each(Object.entries(connections))('the official client, %s,', (_name, connect) => {
  let client: AnyClient
  // biome-ignore lint/suspicious/noExplicitAny: the tools that the server listed
  let listed: any[]

  beforeAll(async () => {
    client = await connect(world)
    listed = (await client.listTools()).tools
  })
  afterAll(() => client?.close())

  it('lists every tool', () => {
    expect(listed.map((tool) => tool.name)).toEqual(names)
  })

  it.each(names)('gets one text block from %s, without arguments and with all of them', async (name) => {
    for (const args of [undefined, {}, everyArgument[name]]) {
      const result = await client.callTool({ name, ...(args && { arguments: args }) })
      expect(result.isError, JSON.stringify(result.content)).toBeFalsy()
      expect(result).not.toHaveProperty('structuredContent')
      expect(Object.keys(answerOf(result)).length).toBeGreaterThan(0)
      expect(sentBytes(textOf(result))).toBeLessThan(maxResultBytes)
    }
  })

  it('lists and reads the skills', async () => {
    const { resources } = await client.listResources()
    const uris: string[] = resources.map((resource: { uri: string }) => resource.uri)
    const skills = uris.filter((uri) => uri.startsWith('skill:'))
    expect(skills).toHaveLength(5)
    for (const uri of skills) {
      const { contents } = await client.readResource({ uri })
      const file = new URL(uri.replace('skill://', '../../agent-configs/skills/'), import.meta.url)
      expect(contents).toMatchObject([{ mimeType: 'text/markdown', text: readFileSync(file, 'utf8') }])
    }
  })

  it('reads resources, completes slugs and gets prompts', async () => {
    const { resources } = await client.listResources()
    const uris: string[] = resources
      .map((resource: { uri: string }) => resource.uri)
      .filter((uri: string) => uri.startsWith('portfolio:'))
    expect(uris).toEqual(
      expect.arrayContaining([
        'portfolio://summary',
        'portfolio://directions',
        'portfolio://canon',
        'portfolio://write-api',
        'portfolio://products/qr-scanner',
      ]),
    )
    const { resourceTemplates } = await client.listResourceTemplates()
    for (const { description = '' } of [...resources, ...resourceTemplates])
      expect(description).not.toMatch(/argument|Without|With it/)
    for (const uri of uris) {
      const { contents } = await client.readResource({ uri })
      const { mark } = answerParts(contents[0].text)
      expect(mark !== undefined).toBe(uri !== 'portfolio://write-api')
      expect(contents[0].mimeType).toBe(mark ? 'text/plain' : 'application/json')
    }
    await expect(client.readResource({ uri: 'portfolio://products/none' })).rejects.toThrow(/not found/i)
    const completion = await client.complete({
      ref: { type: 'ref/resource', uri: 'portfolio://products/{slug}' },
      argument: { name: 'slug', value: 'qr' },
    })
    expect(completion.completion.values).toEqual(['qr-scanner'])
    const { prompts } = await client.listPrompts()
    expect(prompts.map((prompt: { name: string }) => prompt.name)).toEqual([
      'review_portfolio',
      'prepare_product_decision',
      'record_signal',
    ])
    for (const { name } of prompts) {
      const { messages } = await client.getPrompt({ name })
      expect(messages[0].content.text).toMatch(/list_|get_/)
    }
    const skill = readFileSync('agent-configs/skills/weekly-portfolio-review/SKILL.md', 'utf8')
    for (const args of [undefined, { direction: 'fitness' }]) {
      const { messages } = await client.getPrompt({
        name: 'review_portfolio',
        ...(args && { arguments: args }),
      })
      const { text } = messages[0].content
      expect(skill).toContain(text.slice(text.indexOf('# Weekly portfolio review')))
      expect(text).toContain('\n1. `get_week`')
      expect(text.includes('only the direction "fitness"')).toBe(args !== undefined)
    }
    const prompted = await client.complete({
      ref: { type: 'ref/prompt', name: 'record_signal' },
      argument: { name: 'product', value: 'step' },
    })
    expect(prompted.completion.values).toEqual(['step-counter'])
    const { messages } = await client.getPrompt({
      name: 'record_signal',
      arguments: { product: 'qr-scanner' },
    })
    expect(messages[0].content.text).toContain('"qr-scanner"')
  })
})
