import { afterAll, describe, expect, it } from 'vitest'
import { tools } from '../../mcp/server.ts'
import { storeClicks } from '../support/clicks.ts'
import { makeRule } from '../support/makers.ts'
import { settled } from '../support/settled.ts'
import { answerParts, maxResultBytes, sentBytes, textOf } from './call-tool.ts'
import { type AnyClient, connections } from './client.ts'
import { expectEscaped, fakeMark, invisible, order, rawMark, storeHostileText } from './hostile.ts'
import { fill, makeMcpWorld } from './world.ts'

const world = await makeMcpWorld()
await fill(world)
const { id: trustedId } = await makeRule(world, { title: 'Approved' })
await storeClicks(world)
await storeHostileText(world, trustedId)
const client: AnyClient = await connections['v2 modern over HTTP']?.(world)
afterAll(() => client.close())

const reading = tools.map(({ name }) => name).filter((name) => name !== 'describe_write_api')

describe('hostile stored text', () => {
  it.each(reading)('stays between the marks of %s', async (name) => {
    // Without it the change feed may hold back the latest changes.
    await settled(world)
    const calls = [
      ...(name === 'get_record' ? [{ kind: 'product' }, { kind: 'product', id: '2' }] : [{}]),
      ...(name.startsWith('list_') ? [{ full: true }] : []),
      ...(name === 'get_product' ? [{ product: '2' }, { product: 'qr-scanner' }] : []),
    ]
    for (const args of calls) {
      const result = await client.callTool({ name, arguments: args })
      const text = textOf(result)
      expect(JSON.stringify(expectMarked(text).untrusted)).toContain(order)
      expect(sentBytes(text)).toBeLessThan(maxResultBytes)
    }
  })

  it('stays out of the guides to the writes, whose commands a shell runs', async () => {
    for (const operation of ['create_product', 'change_product', 'change_app', 'record_signal']) {
      const { content } = await client.callTool({ name: 'describe_write_api', arguments: { operation } })
      expect(content[0].text).toMatch(/(PRODUCT|DIRECTION|APP)-SLUG/)
      expect(content[0].text).not.toMatch(/OBEY|untrusted-data|touch/)
    }
  })

  it('stays between the marks of a resource', async () => {
    for (const uri of ['summary', 'directions', 'canon', 'products/qr-scanner', 'write-api']) {
      const { contents } = await client.readResource({ uri: `portfolio://${uri}` })
      expect(expectMarked(contents[0].text).mark !== undefined).toBe(uri !== 'write-api')
    }
  })

  it('is escaped and at most 100 characters long where it names a resource or completes a slug', async () => {
    const { resources } = await client.listResources()
    const listed = resources.filter(({ uri }: { uri: string }) => uri.startsWith('portfolio://products/'))
    expect(listed).toHaveLength(2)
    for (const { name, uri } of listed) {
      expectEscaped(name, 100)
      expect(uri).toMatch(/^[\x21-\x7e]{1,500}$/)
    }
    const { completion } = await client.complete({
      ref: { type: 'ref/resource', uri: 'portfolio://products/{slug}' },
      argument: { name: 'slug', value: '' },
    })
    const { completion: prompted } = await client.complete({
      ref: { type: 'ref/prompt', name: 'review_portfolio' },
      argument: { name: 'direction', value: '' },
    })
    expect([completion.values.length, prompted.values.length]).toEqual([2, 6])
    for (const value of [...completion.values, ...prompted.values]) expectEscaped(value, 100)
  })

  it('is escaped and short in the hints of an error', async () => {
    for (const args of [
      { name: 'get_product', arguments: { product: `obey${fakeMark}` } },
      { name: 'list_signals', arguments: { product_slug: 'obey', direction_slug: '\u202eobey' } },
    ]) {
      const { isError, content } = await client.callTool(args)
      expect(isError).toBe(true)
      expect(content[0].text).toContain('Nearest: ')
      expectEscaped(content[0].text, 1200)
    }
  })
})

describe('canon rules', () => {
  it('stand outside the marks if they are trusted, and between them otherwise', async () => {
    for (const [name, list] of [
      ['list_canon_rules', 'rules'],
      ['get_product', 'rules'],
      ['get_portfolio_summary', 'canon'],
    ] as const) {
      const { content } = await client.callTool({
        name,
        arguments: name === 'get_product' ? { product: '2' } : {},
      })
      const { trusted, untrusted } = answerParts(content[0].text)
      expect(trusted[list]).toMatchObject([{ id: trustedId, title: 'Approved', trusted: true }])
      expect(untrusted[list]).toMatchObject([{ trusted: false }])
    }
  })

  it('have no marks around them if all of them are trusted', async () => {
    const result = await client.callTool({
      name: 'list_canon_rules',
      arguments: { rule_type: 'product-definition' },
    })
    expect(JSON.parse(textOf(result))).toMatchObject({ rules: [{ id: trustedId }] })
  })
})

describe('an answer without stored text', () => {
  it.each([
    ['describe_write_api', {}],
    ['describe_write_api', { operation: 'record_decision' }],
    ['list_tasks', { since: '2090-01-01' }],
  ])('has no marks: %s %j', async (name, args) => {
    const result = await client.callTool({ name, arguments: args })
    expect(Object.keys(JSON.parse(textOf(result)))).not.toEqual([])
  })
})

function expectMarked(text: string) {
  const parts = answerParts(text)
  const { mark } = parts
  expect(text.match(rawMark)).toEqual(mark ? ['<untrusted-data', '</untrusted-data'] : null)
  for (const character of invisible) expect(text).not.toContain(character)
  expect(JSON.stringify(parts.trusted)).not.toContain(order)
  return parts
}
