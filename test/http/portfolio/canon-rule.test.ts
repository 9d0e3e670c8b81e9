import { beforeAll, describe, expect, it } from 'vitest'
import { expectValidationErrors, makeProduct, makeRule, root, sql } from '../../support/makers.ts'
import { makeWorld, type World } from '../../support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
  await makeProduct(world, { name: 'Run', direction_slug: 'fitness' })
})

const rules = `${root}/canon-rules`
const elsewhere = {
  product_slug: 'The selected product slug is invalid. The product belongs to another direction.',
}
const renamed = {
  field: 'rule_type',
  message:
    '"structure-canon" is an old name of "portfolio-structure", which was used. Send "portfolio-structure".',
}

describe('POST /canon-rules', () => {
  it('creates a rule for the whole portfolio and returns its Location', async () => {
    const sent = { title: 'T', rule_type: 'freeze-policy', body: 'B' }
    const { status, body, headers } = await world.send('POST', rules, sent)
    expect(status).toBe(201)
    expect(headers.location).toBe(`http://ops.test/api/portfolio/canon-rules/${body.rule.id}`)
    expect(body.message).toBe('Canon rule created.')
    expect(body.rule).toMatchObject({
      ...sent,
      status: 'active',
      direction_slug: null,
      product_slug: null,
      approved_by: null,
    })
    expect((await world.send('GET', `${rules}/${body.rule.id}`)).body.rule).toEqual(body.rule)
  })

  it('says who approves a new rule', async () => {
    const rule = { title: 'T', rule_type: 'freeze-policy', body: 'B' }
    for (const query of ['', '?dry_run=1'])
      expect((await world.send('POST', `${root}/canon-rules${query}`, rule)).body.next).toBe(
        'The rule is not in force until an admin approves it in /admin. Tell your user, and do not send it again.',
      )
  })

  it('accepts as scope a direction, a product, or a product with its direction', async () => {
    expect(await makeRule(world, { direction_slug: 'fitness' })).toMatchObject({ direction_slug: 'fitness' })
    const both = await makeRule(world, { direction_slug: 'fitness', product_slug: 'run' })
    expect(both).toMatchObject({ direction_slug: 'fitness', product_slug: 'run', direction_id: 4 })
    expect((await makeRule(world, { product_slug: 'run' })).direction_id).toBeNull()
    const sent = { title: 'T', rule_type: 'freeze-policy', body: 'B', direction_slug: 'utilities' }
    expectValidationErrors(await world.send('POST', rules, { ...sent, product_slug: 'run' }), elsewhere)
  })

  it('stores the old rule_type structure-canon as portfolio-structure, with a warning', async () => {
    const sent = { title: 'T', rule_type: 'Structure_Canon', body: 'B' }
    const { body } = await world.send('POST', rules, sent)
    expect([body.rule.rule_type, body.warnings]).toEqual(['portfolio-structure', [renamed]])
    const [row] = await sql(world, 'select rule_type from canon_rules where id = $1', body.rule.id)
    expect(row).toEqual({ rule_type: 'portfolio-structure' })
  })
})

describe('PATCH /canon-rules/{canonRule}', () => {
  it('changes title, body, status and rule_type, with the same old names', async () => {
    const { id } = await makeRule(world)
    const { body } = await world.send('PATCH', `${rules}/${id}`, {
      title: 'New',
      body: 'Other',
      status: 'Superseded',
      rule_type: 'structure-canon',
    })
    expect(body).toMatchObject({
      message: 'Canon rule updated.',
      rule: { title: 'New', body: 'Other', status: 'superseded', rule_type: 'portfolio-structure' },
      warnings: [renamed],
    })
  })

  it('changes or clears the scope, as a whole or in part', async () => {
    const { id } = await makeRule(world, { direction_slug: 'utilities' })
    const patch = (fields: object) => world.send('PATCH', `${rules}/${id}`, fields)
    expectValidationErrors(await patch({ product_slug: 'run' }), elsewhere)
    const moved = await patch({ product_slug: 'run', direction_slug: 'fitness' })
    expect(moved.body.rule).toMatchObject({ product_slug: 'run', direction_slug: 'fitness' })
    expectValidationErrors(await patch({ direction_slug: 'utilities' }), elsewhere)
    const cleared = await patch({ direction_slug: null })
    const scope = { direction_id: null, direction_slug: null, product_slug: 'run' }
    expect(cleared.body.rule).toMatchObject(scope)
    expect((await world.send('GET', `${rules}/${id}`)).body.rule).toMatchObject(scope)
    const listed = await world.send('GET', `${rules}?direction_slug=fitness&product_slug=run&q=Rule`)
    expect(listed.body.rules).toContainEqual(expect.objectContaining({ id, ...scope }))
    const everywhere = await patch({ product_id: null })
    expect(everywhere.body.rule).toMatchObject({ direction_slug: null, product_slug: null })
  })

  it('pins a product to its direction until the rule is archived', async () => {
    const product = await makeProduct(world)
    const rule = await makeRule(world, { product_id: product.id, direction_slug: 'utilities' })
    const move = () => world.send('PATCH', `${root}/products/${product.id}`, { direction_slug: 'fitness' })
    expect((await move()).status).toBe(422)
    await world.send('PATCH', `${rules}/${rule.id}`, { status: 'archived' })
    expect((await move()).status).toBe(200)
    expect((await world.send('PATCH', `${rules}/${rule.id}`, { title: 'Old' })).status).toBe(200)
    expectValidationErrors(await world.send('PATCH', `${rules}/${rule.id}`, { status: 'active' }), elsewhere)
  })
})

describe('GET /canon-rules', () => {
  it('returns every status by default and filters by rule_type under both names', async () => {
    const draft = await makeRule(world, { status: 'draft', rule_type: 'summary-contract', title: 'Draft' })
    const get = async (query: string) => (await world.send('GET', `${rules}?limit=200&${query}`)).body
    expect((await get('')).rules).toContainEqual(draft)
    expect((await get('status=DRAFT')).rules).toEqual([draft])
    expect((await get('rule_type=summary_contract&status=active')).rules).toEqual([])
    const legacy = await get('rule_type=structure-canon')
    const current = await get('rule_type=portfolio-structure')
    expect(current.rules.length).toBeGreaterThan(0)
    expect([legacy.rules, legacy.warnings]).toEqual([current.rules, [renamed]])
    expectValidationErrors(await world.send('GET', `${rules}?status=gone`), {
      status: 'The selected status is invalid. Allowed: draft, active, superseded, archived.',
    })
  })
})
