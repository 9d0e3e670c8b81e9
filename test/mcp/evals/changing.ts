import { expect } from 'vitest'
import type { Eval } from './agent.ts'
import { describesWrites } from './creating.ts'

/** Tasks that change records. */
export const changing: Eval[] = [
  {
    task: 'Change a product unless someone else has changed it',
    tools: { ...describesWrites, get_product: /Send its etag as If-Match/ },
    maxCalls: 6,
    maxBytes: 13_000,
    async run(agent) {
      const target = 'pdf-pocket'
      const { etag } = await agent.call('get_product', { product: target })
      // Another record of the product is no change of the product.
      await agent.write('record_signal', { product_slug: target, signal_type: 'risk', title: 'Fonts expire' })
      const changed = await agent.write('change_product', { next_step: 'Renew the fonts' }, { target, etag })
      const rejected = await agent.write(
        'change_product',
        { next_step: 'Sign' },
        { target, etag, status: 412 },
      )
      expect(rejected.current_etag).toBe(changed.etag)
    },
  },
  {
    task: 'Let one task wait for another, and finish that one',
    tools: { ...describesWrites, list_tasks: /Open and finished tasks/ },
    maxCalls: 6,
    maxBytes: 9000,
    async run(agent) {
      const product_slug = 'family-radar'
      const first = (await agent.write('create_task', { product_slug, title: 'Ask the lawyer' })).task
      const { task } = await agent.write('create_task', {
        product_slug,
        title: 'Publish the policy',
        blocked_by: first.id,
      })
      expect(task.status).toBe('blocked')
      const { tasks } = await agent.call('list_tasks', { product_slug, status: 'blocked' })
      expect(tasks).toContainEqual(expect.objectContaining({ id: task.id }))
      const { unblocked } = await agent.write('change_task', { status: 'done' }, { target: first.id })
      expect(unblocked).toEqual([{ id: task.id, title: task.title }])
    },
  },
  {
    task: 'Close one signal unless it has changed, without a GET',
    tools: { ...describesWrites, get_record: /etag/, search: /Call get_record for one record/ },
    maxCalls: 4,
    maxBytes: 6000,
    async run(agent) {
      const { results } = await agent.call('search', { query: 'shops batch scanning', kinds: 'signal' })
      const { id } = results[0]
      const { etag, signal, changes } = await agent.call('get_record', { kind: 'signal', id })
      expect(signal.body).toContain('Thirty-one requests')
      expect(changes).toHaveLength(1)
      await agent.write(
        'change_signal',
        { status: 'resolved', resolution: 'Released.' },
        { target: id, etag },
      )
    },
  },
  {
    task: 'Take back an insight that turned out to be wrong',
    tools: { ...describesWrites, list_insights: /Conclusions from data stored elsewhere/ },
    maxCalls: 4,
    maxBytes: 4500,
    async run(agent) {
      const product_slug = 'skaner-qr'
      const title = 'History is the feature people return for'
      const { insights } = await agent.call('list_insights', { product_slug })
      const { id } = insights.find((insight: { title: string }) => insight.title === title)
      const reason = 'The sessions were counted twice.'
      const { insight } = await agent.write('retract_insight', { reason }, { target: id, status: 200 })
      expect(insight).toMatchObject({ retraction: reason, retracted_at: expect.any(String) })
      const left = (await agent.call('list_insights', { product_slug })).insights
      expect(left).not.toContainEqual(expect.objectContaining({ id }))
    },
  },
]
