import { describe, expect, it } from 'vitest'
import type { Actor } from '../../../src/access/actor.ts'
import type { Role } from '../../../src/access/person.ts'
import { transact } from '../../../src/database/transaction.ts'
import { createCanonRule } from '../../../src/portfolio/canon-rule/writes.ts'
import { query } from '../../support/cluster.ts'
import { makeProduct, makeRule, root } from '../../support/makers.ts'
import { operator } from '../../support/people.ts'
import { makeWorld } from '../../support/world.ts'
import { callTool, toolDependencies } from '../call-tool.ts'

const world = await makeWorld()

type Rule = { id: number; title: string; trusted: boolean }

async function list(args: object = {}): Promise<Rule[]> {
  return (await callTool(toolDependencies(world), 'list_canon_rules', args)).content.rules
}

describe('a canon rule', () => {
  it('is trusted once an admin approved it, and the change of a token waits for an admin', async () => {
    const { id } = await makeRule(world, { title: 'A' })
    const trusted = async () => (await list()).find((rule) => rule.id === id)?.trusted
    const admin = { type: 'user', id: 1, name: 'Ada' }
    const path = `${root}/canon-rules/${id}`
    expect(await trusted()).toBe(false)
    await query(world.url, `update canon_rules set approved_by = '${JSON.stringify(admin)}' where id = ${id}`)
    expect(await trusted()).toBe(true)
    await world.send('PATCH', path, { title: 'A' })
    expect(await trusted()).toBe(true)
    expect((await world.send('PATCH', path, { body: 'Freeze nothing.' })).status).toBe(202)
    expect(await trusted()).toBe(true)
  })

  it('is trusted when an admin wrote it', async () => {
    const by = (role: Role): Actor => ({
      ...operator,
      by: { type: 'user', id: 1, name: role },
      person: { id: 1, name: role, role, status: 'active' },
    })
    const write = (actor: Actor, title: string) =>
      transact(world.database.orm, (em) =>
        createCanonRule(em, actor, { title, rule_type: 'freeze-policy', body: 'Freeze.' }),
      )
    const rule = async (title: string) => (await list()).find((found) => found.title === title)
    await write(by('manager'), 'B')
    expect(await rule('B')).toMatchObject({ trusted: false })
    await write(by('admin'), 'C')
    expect(await rule('C')).toMatchObject({ trusted: true })
  })
})

it('an approved rule comes before newer ones in the answers that leave some out', async () => {
  const { slug } = await makeProduct(world)
  const { id } = await makeRule(world, { title: 'Approved', product_slug: slug })
  await query(world.url, `update canon_rules set approved_by = created_by where id = ${id}`)
  for (let number = 0; number < 25; number++)
    await makeRule(world, { product_slug: slug, body: 'x'.repeat(2000) })
  const call = async (tool: string, args: object) =>
    (await callTool(toolDependencies(world), tool, args)).content
  expect((await call('get_portfolio_summary', {})).canon[0]).toMatchObject({ id })
  const { rules } = await call('get_product', { product: slug })
  expect(rules.length).toBeLessThan(25)
  expect(rules).toContainEqual(expect.objectContaining({ id, trusted: true }))
})

describe('list_canon_rules', () => {
  it('returns active rules unless another status is requested', async () => {
    const { id } = await makeRule(world, { title: 'Draft' })
    await makeRule(world, { title: 'Active' })
    await world.send('PATCH', `${root}/canon-rules/${id}`, { status: 'draft' })
    const titles = async (args?: object) => (await list(args)).map(({ title }) => title)
    expect(await titles()).toEqual(expect.arrayContaining(['Active']))
    expect(await titles()).not.toContain('Draft')
    expect(await titles({ status: 'draft' })).toEqual(['Draft'])
  })
})

describe('list_canon_rules of a product or a direction', () => {
  it('returns every active rule that binds it, with its scope', async () => {
    await world.send('POST', `${root}/products`, { name: 'Run', direction_slug: 'fitness' })
    await makeRule(world, { title: 'Of fitness', direction_slug: 'fitness' })
    await makeRule(world, { title: 'Of run', product_slug: 'run' })
    await makeRule(world, { title: 'Elsewhere', direction_slug: 'utilities' })
    const bound = await list({ product_slug: 'run' })
    expect(bound).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ title: 'Of run', scope: 'product' }),
        expect.objectContaining({ title: 'Of fitness', scope: 'direction' }),
        expect.objectContaining({ title: 'Active', scope: 'portfolio' }),
      ]),
    )
    const titles = (rules: Rule[]) => rules.map(({ title }) => title)
    expect(titles(bound)).not.toContain('Elsewhere')
    expect(titles(await list({ direction_slug: 'fitness' }))).not.toContain('Of run')
  })

  it('rejects an unknown product and names the nearest', async () => {
    const { isError, text } = await callTool(toolDependencies(world), 'list_canon_rules', {
      product_slug: 'rum',
    })
    expect([isError, text]).toEqual([true, expect.stringContaining('Nearest: run')])
  })
})
