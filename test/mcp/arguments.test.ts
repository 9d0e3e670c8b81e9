import { describe, expect, it } from 'vitest'
import { tools } from '../../mcp/server.ts'
import { settled } from '../support/settled.ts'
import { fill, makeMcpWorld } from './world.ts'

const world = await makeMcpWorld()
await fill(world)
const ground = {
  reads: async () => world.database,
  publicUrl: () => 'http://ops.test',
  report: (error: unknown) => {
    throw error
  },
}

async function call(name: string, args?: unknown) {
  const result = await tools.find((tool) => tool.name === name)?.call(ground, args)
  const [block] = result?.content ?? []
  return {
    isError: result?.isError,
    text: block?.type === 'text' ? block.text : '',
    // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
    content: result?.structuredContent as any,
  }
}

describe('arguments', () => {
  it.each([[undefined], [null], [{}], [{ direction_slug: null }], [{ direction_slug: '', limit: null }]])(
    'that are %j mean none at all',
    async (sent) => {
      expect((await call('list_products', sent)).content.products).toHaveLength(2)
    },
  )

  it('of another kind are repaired', async () => {
    const { content } = await call('list_products', { limit: '1', offset: '1', is_favorite: 'true' })
    expect(content).toMatchObject({ total: 1, products: [] })
    expect((await call('get_product', { product: 1 })).content.product.slug).toBe('qr-scanner')
    expect((await call('get_product', { product: '1' })).content.product.slug).toBe('qr-scanner')
    expect((await call('get_product', { product: ' QR-Scanner ' })).content.product.slug).toBe('qr-scanner')
    expect((await call('list_signals', { severity: 'HIGH' })).content.signals).toHaveLength(1)
    expect((await call('list_tasks', { priority: 'urgent' })).content.tasks).toEqual([])
  })

  it('that nobody knows are refused by name, with the ones there are', async () => {
    const { isError, text } = await call('list_directions', { direktion: 1 })
    expect(isError).toBe(true)
    expect(text).toContain('direktion: The direktion field is prohibited. There are no arguments.')
    const signals = await call('list_signals', { prodct_slug: 'x', severity: 'huge', limit: 'many' })
    expect(signals.text).toMatch(/prodct_slug: .*Allowed: product_slug, direction_slug, since/)
    expect(signals.text).toMatch(/severity: .*Allowed: low, medium, high, critical/)
    expect(signals.text).toMatch(/limit: The limit field must be an integer/)
    expect(signals.content).toBeUndefined()
  })

  it.each([['x'], [[1]], [7]])('that are no object (%j) are refused', async (sent) => {
    expect(await call('list_products', sent)).toMatchObject({ isError: true })
  })
})

describe('a slug that nothing has', () => {
  it.each([
    ['get_product', { product: 'qr-scaner' }, 'qr-scanner'],
    ['get_product', { product: 'scanner' }, 'qr-scanner'],
    ['list_signals', { product_slug: 'step-conter' }, 'step-counter'],
    ['list_apps', { direction_slug: 'fitnes' }, 'fitness'],
    ['get_portfolio_summary', { direction_slug: 'document' }, 'documents-qr'],
  ])('in %s %j is answered with the nearest: %s', async (name, args, nearest) => {
    const { isError, text, content } = await call(name, args)
    expect(isError).toBe(true)
    expect(text).toMatch(new RegExp(`Nearest: ${nearest}\\b`))
    expect(content).toBeUndefined()
  })

  it('is no error where it is only that nothing matches', async () => {
    const found = await call('list_signals', { product_slug: 'step-counter' })
    expect(found).toMatchObject({ content: { total: 0, signals: [] } })
  })

  it('is a number that no product has', async () => {
    expect((await call('get_product', { product: 999 })).text).toContain('There is no product "999"')
    expect((await call('get_product', { product: '9'.repeat(30) })).isError).toBe(true)
  })
})

describe('get_product', () => {
  it('offers the slugs to choose from where none is named', async () => {
    const { content } = await call('get_product')
    expect(content.choose_from[0]).toEqual({ slug: 'qr-scanner', name: 'QR scanner' })
    expect(content.next).toContain('get_product')
  })

  it('tells all that a decision stands on', async () => {
    const { content } = await call('get_product', { product: 'qr-scanner' })
    expect(content.product).toMatchObject({ portfolio_status: 'core', created_by: { type: 'env_token' } })
    expect(content).toMatchObject({
      apps: [{ package_id: 'com.example.qr' }],
      signals: [{ signal_type: 'growth-point' }, { signal_type: 'problem' }],
      insights: [{ body: 'Three times as often.' }],
      economics: [{ period_start: '2026-10-01' }],
      decisions: [{ tasks: [{ title: 'Raise the budget', priority: 'high' }] }],
      rules: [{ body: 'Numbers first.', trusted: false }],
    })
    await world.send('PATCH', '/api/portfolio/signals/1', { status: 'resolved' })
    expect((await call('get_product', { product: 'qr-scanner' })).content.signals).toHaveLength(1)
  })

  it('tells no rule that binds others', async () => {
    const rule = { title: 'Elsewhere', rule_type: 'direction-policy', body: '-' }
    await world.send('POST', '/api/portfolio/canon-rules', { ...rule, direction_slug: 'fitness' })
    const { content } = await call('get_product', { product: 'qr-scanner' })
    expect(content.rules).toHaveLength(1)
    expect((await call('get_product', { product: 'step-counter' })).content.rules).toHaveLength(2)
  })
})

describe('list_changes', () => {
  it('tells every change, however many at once are asked for', async () => {
    for (let number = 0; number < 300; number++)
      await world.send('POST', '/api/portfolio/tasks', {
        title: `Task ${number}`,
        product_slug: 'qr-scanner',
      })
    await settled(world)
    const all: number[] = []
    for (let since = '', more = true; more; ) {
      const { body } = await world.send(
        'GET',
        `/api/portfolio/changes?limit=200${since && `&since=${since}`}`,
      )
      all.push(...body.changes.map((change: { seq: number }) => change.seq))
      since = body.next_cursor
      more = body.has_more
    }
    for (const limit of [200, 100, 90]) {
      const told: number[] = []
      for (let since: string | undefined, more = true; more; ) {
        const { content } = await call('list_changes', { since, limit })
        told.push(...content.changes.map((change: { seq: number }) => change.seq))
        since = content.next_cursor
        more = content.has_more
      }
      expect(told).toEqual(all)
    }
  })

  it('goes on where it stopped, and comes to an end', async () => {
    await settled(world)
    const seen: number[] = []
    let since: string | undefined
    for (let round = 0; round < 200; round++) {
      const { content } = await call('list_changes', { since, limit: 3 })
      seen.push(...content.changes.map((change: { seq: number }) => change.seq))
      if (!content.has_more) break
      expect(content.next).toContain(content.next_cursor)
      since = content.next_cursor
    }
    expect(seen.length).toBeGreaterThan(10)
    expect(seen).toEqual(seen.toSorted((a, b) => a - b))
  })
})

describe('list_canon_rules', () => {
  it('lists active rules unless asked for others', async () => {
    await world.send('PATCH', '/api/portfolio/canon-rules/1', { status: 'draft' })
    const titles = async (args?: object) =>
      (await call('list_canon_rules', args)).content.rules.map((rule: { title: string }) => rule.title)
    expect(await titles()).toEqual(['Elsewhere'])
    expect(await titles({ status: 'draft' })).toEqual(['No guesses'])
  })
})
