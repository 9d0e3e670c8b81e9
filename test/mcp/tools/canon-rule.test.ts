import { describe, expect, it } from 'vitest'
import { canonRuleTool } from '../../../mcp/tools/canon-rule.ts'
import type { Actor } from '../../../src/access/actor.ts'
import type { Role } from '../../../src/access/person.ts'
import { transact } from '../../../src/database/unit-of-work.ts'
import { changeCanonRule } from '../../../src/portfolio/canon-rule/change.ts'
import { createCanonRule } from '../../../src/portfolio/canon-rule/create.ts'
import { query } from '../../support/cluster.ts'
import { operator } from '../../support/people.ts'
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

  it('where an admin wrote it, and nobody else since', async () => {
    const by = (role: Role): Actor => ({
      ...operator,
      by: { type: 'user', id: 1, name: role },
      person: { id: 1, name: role, role, status: 'active' },
    })
    const write = (actor: Actor, title: string) =>
      transact(world.database.orm, (em) =>
        createCanonRule(em, actor, { title, rule_type: 'freeze-policy', body: 'Freeze.' }),
      )
    const told = async () => (await call()).content.rules[0]
    await write(by('manager'), 'B')
    expect(await told()).toMatchObject({ title: 'B', trusted: false })
    const { rule } = await write(by('admin'), 'C')
    expect(await told()).toMatchObject({ title: 'C', trusted: true })
    await transact(world.database.orm, (em) =>
      changeCanonRule(em, by('manager'), rule.id, { body: 'Freeze all.' }, async () => undefined),
    )
    expect(await told()).toMatchObject({ title: 'C', trusted: false })
  })
})
