import { describe, expect, it } from 'vitest'
import { makeDecision, makeTask } from '../../support/makers.ts'
import { settled } from '../../support/settled.ts'
import { makeWorld } from '../../support/world.ts'
import { callTool, toolDependencies } from '../call-tool.ts'
import { fill } from '../world.ts'

const world = await makeWorld()
await fill(world)
const list = async (args: object) => (await callTool(toolDependencies(world), 'list_changes', args)).content
// Without since and after, the tool returns the newest changes.
const after = '2020-01-01'
const seqsOf = (changes: { seq: number }[]) => changes.map(({ seq }) => seq)

describe('list_changes', () => {
  it('returns every change once, whatever the limit', async () => {
    const tasks = Array.from({ length: 20 }, (_, number) => ({ title: `Task ${number}` }))
    for (let number = 0; number < 15; number++)
      await makeDecision(world, { title: `Decision ${number}`, product_slug: 'qr-scanner', tasks })
    await settled(world)
    const all: number[] = []
    for (let since = '', more = true; more; ) {
      const path = `/api/portfolio/changes?limit=200${since && `&since=${since}`}`
      const { body } = await world.send('GET', path)
      all.push(...seqsOf(body.changes))
      since = body.next_cursor
      more = body.has_more
    }
    expect(all.length).toBeGreaterThan(300)
    for (const limit of [200, 100, 90]) {
      const seen: number[] = []
      for (let since: string | undefined, more = true; more; ) {
        const { changes, next_cursor, has_more } = await list({ since, after, limit })
        seen.push(...seqsOf(changes))
        since = next_cursor
        more = has_more
      }
      expect(seen).toEqual(all)
    }
  })

  it('continues after its cursor, which `next` names, and ends', async () => {
    await settled(world)
    const seen: number[] = []
    let since: string | undefined
    let more = true
    for (let round = 0; round < 200 && more; round++) {
      const { changes, next, next_cursor, has_more } = await list({ since, after, limit: 3 })
      seen.push(...seqsOf(changes))
      if (has_more) expect(next).toContain(next_cursor)
      since = next_cursor
      more = has_more
    }
    expect(more).toBe(false)
    expect(seen.length).toBeGreaterThan(10)
    expect(seen).toEqual(seen.toSorted((a, b) => a - b))
  })
})

describe('list_changes without since and after', () => {
  const feed = async (query = '') => (await world.send('GET', `/api/portfolio/changes?${query}`)).body

  it('returns the newest 25 changes, newest first, as the feed numbers them, and the cursor after them', async () => {
    const decision = {
      title: 'Many tasks',
      decision_type: 'scale',
      owner: 'O',
      decision: 'D',
      review_at: '2099-01-01',
    }
    const tasks = Array.from({ length: 20 }, (_, number) => ({ title: `Step ${number}` }))
    for (let number = 0; number < 2; number++)
      await world.send('POST', '/api/portfolio/decisions', { ...decision, product_slug: 'qr-scanner', tasks })
    await settled(world)
    const { changes, next, next_cursor } = await list({})
    const all = []
    for (let since = '', more = true; more; ) {
      const page = await feed(`limit=200${since}`)
      all.push(...page.changes)
      since = `&since=${page.next_cursor}`
      more = page.has_more
    }
    // The 25 changes begin in the middle of the transaction of the first decision.
    expect(seqsOf(changes)).toEqual(seqsOf(all.slice(-25).reverse()))
    expect(next).toContain(`since=${next_cursor}`)
    expect((await list({ since: next_cursor })).changes).toEqual([])
    const task = await makeTask(world, { title: 'Later', product_slug: 'qr-scanner' })
    await settled(world)
    expect((await list({ since: next_cursor })).changes).toMatchObject([{ entity: 'task', id: task.id }])
  })

  it('names the product and the author, and of a creation the severity and the status alone', async () => {
    await world.send('POST', '/api/portfolio/signals', {
      product_slug: 'qr-scanner',
      signal_type: 'risk',
      title: 'Licence ends',
      severity: 'critical',
    })
    await settled(world)
    const { changes } = await list({ entity: 'signal', limit: 1 })
    expect(changes).toEqual([
      {
        seq: expect.any(Number),
        entity: 'signal',
        id: expect.any(Number),
        title: 'Licence ends',
        product_slug: 'qr-scanner',
        event: 'created',
        actor: 'env_token:env:1 env:1',
        changes: { severity: { to: 'critical' }, status: { to: 'open' } },
        at: expect.any(String),
      },
    ])
  })

  it('filters by product, and names the nearest slugs of an unknown one', async () => {
    await settled(world)
    const { changes } = await list({ product_slug: 'step-counter' })
    // The rule is one of the whole portfolio.
    expect(changes).toMatchObject([
      { entity: 'canon_rule' },
      { entity: 'product', slug: 'step-counter', product_slug: 'step-counter' },
    ])
    for (const args of [{}, { after }]) {
      const { isError, text } = await callTool(toolDependencies(world), 'list_changes', {
        ...args,
        product_slug: 'step-countr',
      })
      expect([isError, text]).toEqual([true, expect.stringContaining('Nearest: step-counter')])
    }
  })
})
