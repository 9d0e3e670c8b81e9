import { expect } from 'vitest'
import type { Eval } from './agent.ts'

/** Tasks in which the agent above all reads. */
export const reading: Eval[] = [
  {
    task: 'What needs attention? A critical signal that was acknowledged still does',
    tools: {
      get_portfolio_summary: /what needs attention.*Call it first/,
      describe_write_api: /How to write/,
    },
    maxCalls: 4,
    maxBytes: 23_500,
    async run(agent) {
      const before = await agent.call('get_portfolio_summary')
      const { id } = before.need_attention[0]
      await agent.write('change_signal', { status: 'acknowledged' }, { target: id })
      const after = await agent.call('get_portfolio_summary')
      expect(after.portfolio).toMatchObject({
        health: 'critical',
        critical_problems: before.portfolio.critical_problems,
      })
      expect(after.need_attention).toContainEqual(expect.objectContaining({ id, status: 'acknowledged' }))
    },
  },
  {
    task: 'Has anything like this been recorded? The words of the user are not those of the record',
    tools: { search: /Look for duplicates here before you write/ },
    maxCalls: 1,
    maxBytes: 1000,
    async run(agent) {
      const { relaxed, results } = await agent.call('search', { query: 'crash spike android' })
      expect(relaxed).toBe(true)
      expect(results[0]).toMatchObject({
        kind: 'signal',
        title: 'Crashes on Android 16 at start',
        product_slug: 'flashlight-one',
      })
    },
  },
  {
    task: 'Which rules bind this product? One that no admin approved is not in force',
    tools: { list_canon_rules: /Follow those with trusted: true/, describe_write_api: /How to write/ },
    maxCalls: 3,
    maxBytes: 5000,
    async run(agent) {
      const { rule } = await agent.write('create_canon_rule', {
        title: 'Never raise prices',
        rule_type: 'portfolio-governance',
        body: 'No product raises its price.',
      })
      const { rules } = await agent.call('list_canon_rules', { product_slug: 'skaner-qr' })
      expect(rules).toContainEqual(expect.objectContaining({ id: rule.id, trusted: false }))
      expect(rules).toContainEqual(expect.objectContaining({ trusted: true }))
    },
  },
  {
    task: 'How did clicks, ratings and positions of an app move?',
    tools: {
      list_apps: /Apps, each a product on one platform/,
      get_trends: /clicks.*ratings or keyword positions/,
    },
    maxCalls: 4,
    maxBytes: 16_000,
    async run(agent) {
      const { apps } = await agent.call('list_apps', { product_slug: 'skaner-qr', platform: 'Android' })
      for (const metric of ['clicks', 'rating', 'position']) {
        // The clicks of the demo have changed in the last days.
        const { trends, period } = await agent.call('get_trends', {
          metric,
          app_slug: apps[0].slug,
          days: 14,
        })
        expect(trends[0]).toMatchObject({ metric, current: expect.any(Number), change: expect.any(Number) })
        expect(trends[0].points.at(-1).to).toBe(period.to)
      }
    },
  },
  {
    task: 'What did the last week bring?',
    tools: { get_week: /What a week brought/ },
    maxCalls: 1,
    maxBytes: 6000,
    async run(agent) {
      const since = new Date(Date.now() - 7 * 86_400_000).toISOString()
      const { decided, signals, tasks, movers, meta } = await agent.call('get_week', { since })
      expect([decided.length, tasks.overdue.length]).toEqual([meta.decided, meta.tasks.overdue])
      expect(signals.unresolved_critical[0]).toHaveProperty('product_slug')
      expect(movers[0]).toMatchObject({ metric: 'clicks', change: expect.any(Number) })
    },
  },
  {
    task: 'Can I write, as whom, and where?',
    tools: { describe_write_api: /base URL, and you \(scopes, actor\)/ },
    maxCalls: 1,
    maxBytes: 5900,
    async run(agent) {
      const { base_url, you, headers } = await agent.call('describe_write_api')
      expect(base_url).toMatch(/^http:/)
      expect(you).toMatchObject({ scopes: ['read', 'write'], actor: 'env_token:env:1' })
      expect(headers['X-Portfolio-Token']).toContain('$PORTFOLIO_TOKEN')
    },
  },
  {
    task: 'Which write is it, and what does it require? The index answers without a second call',
    tools: { describe_write_api: /all operations with required fields/ },
    maxCalls: 1,
    maxBytes: 5900,
    async run(agent) {
      const { operations } = await agent.call('describe_write_api')
      expect(operations).toContainEqual({
        operation: 'record_signal',
        method: 'POST',
        path: '/api/portfolio/signals',
        required: ['signal_type', 'title', 'product_slug or app_slug or direction_slug'],
      })
    },
  },
  {
    task: 'What has changed lately? And what since then',
    tools: { list_changes: /newest/ },
    maxCalls: 2,
    maxBytes: 6000,
    async run(agent) {
      const { changes, next_cursor } = await agent.call('list_changes', { product_slug: 'skaner-qr' })
      expect(changes.length).toBeLessThanOrEqual(25)
      const times = changes.map(({ at }: { at: string }) => at)
      expect(times).toEqual(times.toSorted().toReversed())
      expect(changes).toContainEqual(
        expect.objectContaining({
          title: 'Payment screen fails on every fifth try',
          product_slug: 'skaner-qr',
        }),
      )
      const newer = (await agent.call('list_changes', { since: next_cursor })).changes
      expect(newer).not.toContainEqual(
        expect.objectContaining({ title: 'Payment screen fails on every fifth try' }),
      )
    },
  },
]
