import { describe, expect, it } from 'vitest'
import { canonRuleTool } from '../../../mcp/tools/canon-rule.ts'
import { query } from '../../support/cluster.ts'
import { makeWorld } from '../../support/world.ts'

const world = await makeWorld()
const ground = {
  reads: async () => world.database,
  publicUrl: () => 'http://ops.test',
  report: () => undefined,
}

async function call() {
  // biome-ignore lint/suspicious/noExplicitAny: what the tool answers
  return { content: (await canonRuleTool.call(ground, {})).structuredContent as any }
}

async function post(path: string, body: object) {
  return (await world.send('POST', `/api/portfolio/${path}`, body)).body
}

describe('a canon rule is trusted', () => {
  it('once an admin approved it, until a token changes it', async () => {
    const { rule } = await post('canon-rules', { title: 'A', rule_type: 'freeze-policy', body: 'Freeze.' })
    const trusted = async () => {
      const { content } = await call()
      return content.rules.find((told: { id: number }) => told.id === rule.id)?.trusted
    }
    const admin = { type: 'user', id: 1, name: 'Ada' }
    const path = `/api/portfolio/canon-rules/${rule.id}`
    expect(await trusted()).toBe(false)
    await query(
      world.url,
      `update canon_rules set approved_by = '${JSON.stringify(admin)}' where id = ${rule.id}`,
    )
    expect(await trusted()).toBe(true)
    await world.send('PATCH', path, { title: 'A' })
    expect(await trusted()).toBe(true)
    await world.send('PATCH', path, { body: 'Freeze nothing.' })
    expect(await trusted()).toBe(false)
  })

  it('where a person wrote it, and no token since', async () => {
    const { rule } = await post('canon-rules', { title: 'B', rule_type: 'freeze-policy', body: 'Freeze.' })
    const admin = JSON.stringify({ type: 'user', id: 1, name: 'Ada' })
    await query(
      world.url,
      `update canon_rules set created_by = '${admin}', updated_by = '${admin}' where id = ${rule.id}`,
    )
    const told = async () => (await call()).content.rules[0]
    expect(await told()).toMatchObject({ title: 'B', trusted: true })
    await world.send('PATCH', `/api/portfolio/canon-rules/${rule.id}`, { body: 'Freeze all.' })
    expect(await told()).toMatchObject({ title: 'B', trusted: false })
  })
})
