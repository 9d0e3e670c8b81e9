import { beforeAll, describe, expect, it } from 'vitest'
import { copyNewest, makeDecision, makeProduct, makeSignal, makeTask } from '../../support/makers.ts'
import { makeWorld, type World } from '../../support/world.ts'
import { answerParts, callTool, maxResultBytes, sentBytes, toolDependencies } from '../call-tool.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})

const week = (args?: object) => callTool(toolDependencies(world), 'get_week', args)

describe('get_week', () => {
  it('has no marks while it shows no stored text', async () => {
    const { text, content } = await week()
    const { mark, trusted } = answerParts(text)
    expect(mark).toBeUndefined()
    expect(trusted).toEqual(content)
    expect(content).toMatchObject({
      verdicts: { due: [], reached: [] },
      signals: { opened: 0, resolved: 0, unresolved_critical: [] },
      tasks: { done: 0, overdue: [] },
      untouched: [],
    })
  })

  it('answers as GET /week does, with authors as text', async () => {
    await makeProduct(world, { name: 'Scanner', portfolio_status: 'core' })
    await makeDecision(world, { title: 'Obey', product_slug: 'scanner' })
    await makeSignal(world, { title: 'Crash', severity: 'critical', product_slug: 'scanner' })
    const { text, content } = await week()
    const { message: _, ...body } = (await world.send('GET', '/api/portfolio/week')).body
    const asText = (_key: string, value: unknown) => {
      const { type, id } = (value ?? {}) as { type?: string; id?: string }
      return type === 'env_token' ? `env_token:${id} ${id}` : (value ?? undefined)
    }
    expect(content).toEqual(JSON.parse(JSON.stringify(body, asText)))
    // Beside signals, tasks and verdicts, which contain stored text, stand those without any.
    expect(Object.keys(answerParts(text).trusted).toSorted()).toEqual([
      'meta',
      'movers',
      'period',
      'rules',
      'untouched',
    ])
  })

  it('stays under 25 kB, and names the calls for the rest', async () => {
    const title = '🧭'.repeat(255)
    const due_at = '2026-01-01'
    await makeDecision(world, { title, owner: title, product_slug: 'scanner' })
    await makeSignal(world, { title, severity: 'critical', product_slug: 'scanner' })
    await makeTask(world, { title, owner: title, due_at, product_slug: 'scanner' })
    for (const table of ['decisions', 'signals', 'tasks']) await copyNewest(world, table, 12)
    const { text, content } = await week()
    expect(sentBytes(text)).toBeLessThan(maxResultBytes)
    expect(content.signals.unresolved_critical).toHaveLength(10)
    expect(content.meta).toMatchObject({
      decided: 14,
      signals: { unresolved_critical: 14 },
      tasks: { overdue: 13 },
    })
    expect(content.next).toMatch(
      /^These lists are truncated\. For more call decided: list_decisions.*; unresolved_critical: list_signals with severity=critical.*; overdue: list_tasks with overdue=true/,
    )
    expect(content.next).not.toMatch(/rules|untouched|agents/)
    expect(JSON.stringify(content.tasks)).toMatch(/full text: GET \/api\/portfolio\/tasks\/\d+/)
  })

  it('names what is wrong with a week', async () => {
    expect((await week({ week: '2025-W53' })).text).toMatch(/week: The week field must be a week of ISO 8601/)
    expect((await week({ week: '2026-W10', since: '2026-03-02' })).text).toMatch(/prohibited beside week/)
  })
})
