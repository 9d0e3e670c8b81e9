import { expect } from 'vitest'
import type { Eval } from './agent.ts'

const describesWrites = { describe_write_api: /How to write over HTTP; the tools are read-only/ }

/** Tasks that write. */
export const writing: Eval[] = [
  {
    task: 'Report a crash that is recorded already, in other words',
    tools: describesWrites,
    maxCalls: 2,
    maxBytes: 6000,
    async run(agent) {
      const { similar } = await agent.write(
        'record_signal',
        {
          product_slug: 'skaner-qr',
          signal_type: 'problem',
          title: 'Every fifth payment fails since 5.2',
          body: 'On slow connections the purchase dialogue closes.',
        },
        { dryRun: true },
      )
      expect(similar[0]).toMatchObject({
        kind: 'signal',
        title: 'Payment screen fails on every fifth try',
        place: 'product:skaner-qr',
      })
    },
  },
  {
    task: 'Report the same fact under a direction twice',
    tools: describesWrites,
    maxCalls: 3,
    maxBytes: 7000,
    async run(agent) {
      const place = { direction_slug: 'fitness', signal_type: 'risk' }
      const { signal } = await agent.write('record_signal', {
        ...place,
        title: 'Health Connect permissions change in spring',
      })
      const { similar, open_here } = await agent.write(
        'record_signal',
        { ...place, title: 'In spring the permission of Health Connect will be changed' },
        { dryRun: true },
      )
      expect(similar[0]).toMatchObject({ id: signal.id, place: 'direction:fitness' })
      expect(open_here[0]).toMatchObject({ id: signal.id, title: signal.title })
    },
  },
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
    task: 'Add an app whose product is not certain',
    tools: describesWrites,
    maxCalls: 3,
    maxBytes: 6000,
    async run(agent) {
      const app = {
        product_slug: 'skaner-qr',
        name: 'Scanner for shops',
        platform: 'Web',
        product_candidate_name: 'Shop scanner',
      }
      const { errors } = await agent.write('create_app', app, { dryRun: true, status: 422 })
      expect(errors).toHaveProperty('product_candidate_name')
      const stated = { ...app, product_binding_status: 'product-candidate' }
      expect((await agent.write('create_app', stated, { dryRun: true })).app).toMatchObject(stated)
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
    tools: { ...describesWrites, get_record: /etag/, search: /For full records, call get_record/ },
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
    task: 'Write a signal with one dry run in place of four reads',
    tools: describesWrites,
    maxCalls: 2,
    maxBytes: 5500,
    async run(agent) {
      const { context, similar, open_here } = await agent.write(
        'record_signal',
        { product_slug: 'skaner-qr', signal_type: 'risk', title: 'The licence of the decoder ends in May' },
        { dryRun: true },
      )
      expect(similar).toEqual([])
      expect(open_here).toContainEqual(
        expect.objectContaining({ title: 'Payment screen fails on every fifth try' }),
      )
      expect(context.rules).toContainEqual(
        expect.objectContaining({ title: 'Freeze after two quarters without growth', trusted: true }),
      )
      expect(context.decisions).toContainEqual(
        expect.objectContaining({ title: 'Scale Сканер QR on both stores', decision_type: 'scale' }),
      )
    },
  },
  {
    task: 'Record a signal, the decision that rests on it, and two tasks of which one waits for the other',
    tools: describesWrites,
    maxCalls: 2,
    maxBytes: 8000,
    async run(agent) {
      const place = { product_slug: 'pdf-pocket' }
      const { results } = await agent.write(
        'batch',
        {
          operations: [
            {
              operation: 'record_signal',
              ref: 'fonts',
              body: { ...place, signal_type: 'problem', title: 'Embedded fonts are lost on export' },
            },
            {
              operation: 'record_decision',
              ref: 'fix',
              body: {
                ...place,
                title: 'Embed the fonts again',
                decision_type: 'stabilize',
                owner: 'Anna',
                decision: 'The next release embeds them.',
                review_at: '2099-01-31',
                evidence: [{ type: 'signal', id: 'ref:fonts' }],
              },
            },
            {
              operation: 'create_task',
              ref: 'first',
              body: { product_decision_id: 'ref:fix', title: 'Choose the fonts' },
            },
            {
              operation: 'create_task',
              body: { product_decision_id: 'ref:fix', title: 'Embed them', blocked_by: 'ref:first' },
            },
          ],
        },
        { status: 200 },
      )
      const [signal, decision, first, second] = results
      expect(decision.decision.evidence).toMatchObject([{ type: 'signal', id: signal.signal.id }])
      expect(second.task).toMatchObject({ status: 'blocked', blocked_by: first.task.id })
    },
  },
]
