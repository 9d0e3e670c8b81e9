import { beforeAll, describe, expect, it } from 'vitest'
import { daysAfter } from '../../../src/record/rules/period.ts'
import { todayIn } from '../../../src/record/time-zone.ts'
import { callTool, toolDependencies } from '../../mcp/call-tool.ts'
import { expectBy, makeExpecting } from '../../support/due-verdicts.ts'
import { makeProduct, root } from '../../support/makers.ts'
import { makeWorld, type World } from '../../support/world.ts'

// The date there is not the date in UTC, at any hour.
const TIME_ZONE = new Date().getUTCHours() < 11 ? 'Pacific/Pago_Pago' : 'Pacific/Kiritimati'
const today = todayIn(TIME_ZONE)
const yesterday = daysAfter(today, -1)

let world: World
let product_slug: string
beforeAll(async () => {
  world = await makeWorld({ TIME_ZONE })
  product_slug = (await makeProduct(world, { direction_slug: 'fitness' })).slug
})

const summary = async () => (await world.send('GET', `${root}/summary?direction_slug=fitness`)).body
const itemsOf = async (id: number) => {
  const { need_attention } = await summary()
  return need_attention.filter((item: { id: number }) => item.id === id)
}
const change = (id: number, body: object) => world.send('PATCH', `${root}/decisions/${id}`, body)

describe('a due verdict among what needs attention', () => {
  it('is an item from the day of the time zone after the one by which a result was expected', async () => {
    const decision = await makeExpecting(world, [today], { product_slug, title: 'Grow 🧭' })
    const { id } = decision
    expect(await itemsOf(id)).toEqual([])
    await expectBy(world, id, [today, yesterday])
    expect(await itemsOf(id)).toEqual([
      {
        id,
        type: 'decision_verdict',
        title: 'Grow 🧭',
        severity: 'high',
        status: 'active',
        recommended_action: `Judge the outcome, expected by ${yesterday}.`,
        product_slug,
        owner: 'Anna',
        created_by: { type: 'env_token', id: 'env:1', name: 'env:1' },
        created_at: decision.created_at,
      },
    ])
    const { text } = await callTool(toolDependencies(world), 'get_portfolio_summary', {
      direction_slug: 'fitness',
    })
    expect(text).toContain('"type":"decision_verdict"')
    await change(id, { status: 'cancelled' })
  })

  it('is there once for a decision whose review is overdue too, and says both', async () => {
    const { id } = await makeExpecting(world, [yesterday], { product_slug, review_at: '2020-01-02' })
    const { need_attention_total } = await summary()
    expect(await itemsOf(id)).toMatchObject([
      {
        type: 'decision_verdict',
        recommended_action: `Judge the outcome, expected by ${yesterday}. The review was due on 2020-01-02.`,
      },
    ])
    // Judged, and still active: the review is left.
    await change(id, { outcome: 'partly', status: 'active' })
    expect(await itemsOf(id)).toMatchObject([
      { type: 'decision_review', recommended_action: 'Review the decision, due on 2020-01-02.' },
    ])
    expect((await summary()).need_attention_total).toBe(need_attention_total)
    await change(id, { status: 'reviewed' })
    expect(await itemsOf(id)).toEqual([])
    expect((await summary()).need_attention_total).toBe(need_attention_total - 1)
  })

  it.each([{ outcome: 'not-met' }, { status: 'reviewed' }, { status: 'cancelled' }])(
    'ends with %j',
    async (body) => {
      const { id } = await makeExpecting(world, [yesterday], { product_slug })
      expect(await itemsOf(id)).toHaveLength(1)
      await change(id, body)
      expect(await itemsOf(id)).toEqual([])
    },
  )

  it('is counted with those that the list leaves out, and does not change the health of the portfolio', async () => {
    const { need_attention_total: before, portfolio } = await summary()
    expect([before, portfolio.health]).toEqual([0, 'healthy'])
    for (let made = 0; made < 12; made++)
      await makeExpecting(world, [yesterday], { product_slug, title: 'Of many' })
    const { need_attention, need_attention_total, portfolio: now } = await summary()
    expect([need_attention.length, need_attention_total, now.health]).toEqual([10, 12, 'healthy'])
    const list = await world.send('GET', `${root}/decisions?verdict_due=1&product_slug=${product_slug}`)
    expect(list.body.meta.total).toBe(12)
  })
})
