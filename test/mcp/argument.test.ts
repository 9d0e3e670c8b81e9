import { describe, expect, it } from 'vitest'
import { tools } from '../../mcp/server.ts'
import { callTool, toolDependencies } from './call-tool.ts'
import { fill, makeMcpWorld } from './world.ts'

const world = await makeMcpWorld()
await fill(world)
const call = (name: string, args?: unknown) => callTool(toolDependencies(world), name, args)

describe('arguments', () => {
  it.each([[undefined], [null], [{}], [{ direction_slug: null }], [{ direction_slug: '', limit: null }]])(
    '%j count as no arguments',
    async (sent) => {
      expect((await call('list_products', sent)).content.products).toHaveLength(2)
    },
  )

  it('are converted to the type of the argument', async () => {
    const { content } = await call('list_products', { limit: '1', offset: '1', is_favorite: 'true' })
    expect(content).toMatchObject({ total: 1, products: [] })
    expect((await call('get_product', { product: 1 })).content.product.slug).toBe('qr-scanner')
    expect((await call('get_product', { product: '1' })).content.product.slug).toBe('qr-scanner')
    expect((await call('get_product', { product: ' QR-Scanner ' })).content.product.slug).toBe('qr-scanner')
    expect((await call('list_signals', { severity: 'HIGH' })).content.signals).toHaveLength(1)
    expect((await call('list_tasks', { priority: 'urgent' })).content.tasks).toEqual([])
  })

  it('with an unknown name or value are an error that lists the allowed ones', async () => {
    const { isError, text } = await call('list_directions', { direktion: 1 })
    expect(isError).toBe(true)
    expect(text).toContain('direktion: The direktion field is prohibited. Allowed: none.')
    for (const empty of [null, ''])
      expect((await call('list_products', { direktion: empty })).text).toContain(
        'direktion: The direktion field',
      )
    const signals = await call('list_signals', { prodct_slug: 'x', severity: 'huge', limit: 'many' })
    expect(signals.text).toMatch(/prodct_slug: .*Allowed: product_slug, direction_slug, query, since/)
    expect(signals.text).toMatch(/severity: .*Allowed: low, medium, high, critical/)
    expect(signals.text).toMatch(/limit: The limit field must be an integer/)
    expect(signals.content).toBeUndefined()
  })

  it('may name a product, an app or a direction by its exact name, if only one has it', async () => {
    for (const [name, args] of [
      ['get_product', { product: ' QR scanner ' }],
      ['get_app', { app: 'QR scanner for Android' }],
      ['get_record', { kind: 'product', id: 'QR scanner' }],
    ] as const)
      expect((await call(name, args)).content.etag, name).toBeDefined()
    const { content } = await call('list_products', { direction_slug: 'Documents and QR' })
    expect(content.products).toMatchObject([{ slug: 'qr-scanner' }])
    expect((await call('list_signals', { product: 'QR scanner' })).content.signals).toHaveLength(2)
    for (const direction_slug of ['fitness', 'utilities'])
      await world.send('POST', '/api/portfolio/products', { name: 'Same name', direction_slug })
    const { isError, text } = await call('get_product', { product: 'Same name' })
    expect([isError, text]).toEqual([
      true,
      expect.stringContaining('several products: same-name (id 3), same-name-2 (id 4).'),
    ])
  })

  it('refuse a name that is the slug or id of another record, with both of them', async () => {
    const make = async (kind: string, body: object) =>
      (await world.send('POST', `/api/portfolio/${kind}s`, body)).body[kind]
    const first = await make('product', { name: 'Pocket Radio', direction_slug: 'utilities' })
    const names = ['pocket-radio', String(first.id)]
    for (const name of names) {
      const product = await make('product', { name, direction_slug: 'utilities' })
      const both = `several products: pocket-radio (id ${first.id}), ${product.slug} (id ${product.id}).`
      for (const [tool, args] of [
        ['get_product', { product: name }],
        ['list_signals', { product_slug: name }],
        ['get_record', { kind: 'product', id: name }],
      ] as const) {
        const { isError, text } = await call(tool, args)
        expect([tool, isError, text]).toEqual([tool, true, expect.stringContaining(both)])
      }
      const { content } = await call('get_product', { product: product.slug })
      expect(content.product).toMatchObject({ name })
    }
  })

  it('may be sent under the spelling of the HTTP API, or of another tool', async () => {
    for (const args of [
      { q: 'rating' },
      { query: 'rating', product: 'qr-scanner' },
      { direction: 'documents-qr', severity: 'high' },
    ])
      expect((await call('list_signals', args)).content.signals).toMatchObject([{ title: 'Rating fell' }])
    expect((await call('list_signals', { app: 'qr-scanner-for-android' })).content.signals).toEqual([])
    expect((await call('list_insights', { severity: 'medium' })).content.insights).toHaveLength(1)
    expect((await call('list_insights', { severity: 'high' })).content.insights).toEqual([])
    expect((await call('search', { q: 'rating' })).content.results).toMatchObject([{ title: 'Rating fell' }])
    for (const [name, args] of [
      ['get_product', { product_slug: 'qr-scanner' }],
      ['get_app', { app_slug: 'qr-scanner-for-android' }],
    ] as const)
      expect((await call(name, args)).content.etag).toBeDefined()
    const both = await call('list_signals', { q: 'rating', query: 'widget' })
    expect([both.isError, both.text]).toEqual([true, expect.stringContaining('q: The q field is prohibited')])
  })

  it.each(tools.map(({ name }) => name).filter((name) => /^(list|get)_/.test(name)))(
    'of %s may include full, also where it changes nothing',
    async (name) => {
      const { isError, text } = await call(name, { full: true })
      expect(isError, text).toBeFalsy()
    },
  )

  it.each(tools.map(({ name }) => [name]))('that n8n adds are ignored by %s', async (name) => {
    const added = {
      sessionId: 'a',
      action: 'sendMessage',
      chatInput: 'Which products?',
      toolCallId: 'call_1',
    }
    const [without, with_] = [await call(name, {}), await call(name, added)]
    expect(with_.isError).toBe(without.isError)
    expect(with_.text).not.toMatch(/sessionId|action field|chatInput|toolCallId/)
    const unknown = await call(name, { ...added, session_id: 'a' })
    expect(unknown.text).toMatch(
      /^Invalid arguments\. .*session_id: The session id field is prohibited\. Allowed/,
    )
  })

  it.each([['x'], [[1]], [7]])('that are not an object (%j) are an error', async (sent) => {
    expect(await call('list_products', sent)).toMatchObject({ isError: true })
  })
})
