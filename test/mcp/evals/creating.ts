import { expect } from 'vitest'
import type { Eval } from './agent.ts'

/** What leads an agent to the write guide. */
export const describesWrites = { describe_write_api: /How to write over HTTP; the tools only read/ }

/** Tasks that create records. */
export const creating: Eval[] = [
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
    task: 'Write a signal with one dry run in place of four reads',
    tools: describesWrites,
    maxCalls: 2,
    maxBytes: 5750,
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
