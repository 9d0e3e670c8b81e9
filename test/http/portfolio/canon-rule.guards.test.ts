import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { exampleGuards, makeGuardedWorld } from '../../support/guarded-world.ts'
import { makeProduct, sql } from '../../support/makers.ts'

const { frozen, candidate, confirmed } = exampleGuards

let made: Awaited<ReturnType<typeof makeGuardedWorld>>
let { world, admin, send, post, guardedRule } = {} as typeof made
beforeAll(async () => {
  made = await makeGuardedWorld()
  ;({ world, admin, send, post, guardedRule } = made)
})
beforeEach(() => made.archiveRules())

const economics = {
  direction_slug: 'utilities',
  title: 'January',
  period_start: '2026-01-01',
  period_end: '2026-01-31',
  economics_status: 'confirmed',
}

describe('a guard that refuses', () => {
  it('answers 422 with its message and the rule, in a dry run too, and stores nothing', async () => {
    const { id, title } = await guardedRule({ guard_when: confirmed, guard_effect: 'refuse' })
    const rule = { id, title }
    for (const path of ['/economics', '/economics?dry_run=1']) {
      const { status, body } = await post(path, economics)
      expect({ status, body }).toEqual({
        status: 422,
        body: {
          message: `The canon rule "${title}" forbids this.`,
          code: 'canon_guard',
          rule,
          rules: [rule],
          request_id: expect.any(String),
        },
      })
    }
    expect((await send('GET', '/economics')).body.economics).toEqual([])
    const allowed = { ...economics, store_confirmation_summary: 'The store agrees.' }
    expect((await post('/economics', allowed)).status).toBe(201)
  })

  it('sees the product as it is before the write, and as it would be on its creation', async () => {
    const message = 'A frozen product is not scaled.'
    await guardedRule({ guard_when: frozen, guard_effect: 'refuse', guard_message: message })
    const product = await makeProduct(world, { portfolio_status: 'frozen' })
    const scale = { portfolio_status: 'core', product_focus: 'scale' }
    expect((await send('PATCH', `/products/${product.slug}`, scale)).body).toMatchObject({ message })
    await send('PATCH', `/products/${product.slug}`, { portfolio_status: 'core' })
    expect((await send('PATCH', `/products/${product.slug}`, scale)).status).toBe(200)
    const created = { direction_slug: 'utilities', name: 'Sunk', product_focus: 'scale' }
    expect((await post('/products', { ...created, portfolio_status: 'sunset' })).status).toBe(422)
    expect((await post('/products', { ...created, portfolio_status: 'core' })).status).toBe(201)
    await sql(world, `update directions set status = 'demo' where slug = 'fitness'`)
    expect((await post('/products', { ...created, direction_slug: 'fitness' })).status).toBe(422)
    await sql(world, `update directions set status = 'active' where slug = 'fitness'`)
  })

  it('refuses a batch as a whole, whose other faults come first', async () => {
    const rule = await guardedRule({ guard_when: confirmed, guard_effect: 'refuse' })
    const operations = [
      {
        operation: 'record_signal',
        body: { direction_slug: 'utilities', title: 'Batched', signal_type: 'risk' },
      },
      { operation: 'record_economics', body: economics },
    ]
    const refused = await post('/batch', { operations })
    expect(refused).toMatchObject({ status: 422, body: { code: 'canon_guard', rule: { id: rule.id } } })
    const invalid = { operation: 'record_signal', body: { direction_slug: 'utilities' } }
    expect((await post('/batch', { operations: [...operations, invalid] })).body).toMatchObject({
      code: 'validation_failed',
      errors: { 'operations.2.body.title': [expect.any(String)] },
    })
    expect((await send('GET', '/signals?q=Batched')).body.signals).toEqual([])
  })

  it('checks the tasks of a new decision, retractions, and the star', async () => {
    const product = await makeProduct(world)
    const insight = (await post('/insights', { product_slug: product.slug, title: 'A', body: 'B.' })).body
      .insight
    await guardedRule({
      guard_when: `write.kind == 'task' && after.owner == 'Nobody'`,
      guard_effect: 'refuse',
    })
    await guardedRule({
      guard_when: `write.kind == 'insight' && write.action == 'change'`,
      guard_effect: 'refuse',
    })
    await guardedRule({ guard_when: `'is_favorite' in write.fields`, guard_effect: 'refuse' })
    const decision = {
      product_slug: product.slug,
      title: 'Decide',
      decision_type: 'scale',
      owner: 'Nobody',
      decision: 'Grow.',
      review_at: '2099-01-01',
    }
    expect((await post('/decisions', { ...decision, tasks: [{ title: 'Do' }] })).status).toBe(422)
    expect((await post('/decisions', decision)).status).toBe(201)
    expect((await post(`/insights/${insight.id}/retract`, { reason: 'Wrong.' })).status).toBe(422)
    expect((await send('PATCH', `/products/${product.slug}`, { is_favorite: true })).status).toBe(422)
    await admin.get(`/admin/products/${product.id}`)
    expect((await admin.post(`/admin/products/${product.id}/favorite`, { is_favorite: '1' })).status).toBe(
      422,
    )
  })

  it('shows its message above a form of the web interface, with the values kept', async () => {
    const message = 'Ask the store first.'
    await guardedRule({ guard_when: confirmed, guard_effect: 'refuse', guard_message: message })
    await admin.get('/admin/economics/new')
    const { status, body } = await admin.post('/admin/economics/new', economics)
    expect(status).toBe(422)
    expect(body).toContain(message)
    expect(body).toContain('value="January"')
  })
})

describe('a guard that warns', () => {
  it('lets the write through, with a warning that names the rule', async () => {
    const { id, title } = await guardedRule({ guard_when: `after.severity == 'low'`, guard_effect: 'warn' })
    const signal = { direction_slug: 'utilities', title: 'Small', signal_type: 'risk', severity: 'low' }
    const { status, body } = await post('/signals', signal)
    expect(status).toBe(201)
    expect(body.warnings).toEqual([
      { field: 'canon_rule', message: `The canon rule "${title}" warns of this.`, rule: { id, title } },
    ])
    expect((await post('/signals', { ...signal, severity: 'high' })).body.warnings ?? []).toEqual([])
  })
})

describe('a guard that proposes', () => {
  const core = { direction_slug: 'utilities', name: 'Straight to core', portfolio_status: 'core' }

  it('turns the write of a token with every scope into a proposal, whose approval meets it', async () => {
    const { id, title } = await guardedRule({ guard_when: candidate, guard_effect: 'propose' })
    expect((await post('/products?dry_run=1', core)).body).toMatchObject({ would: 'propose' })
    const { status, body } = await post('/products', core)
    expect(status).toBe(202)
    expect(body.warnings).toEqual([{ field: 'canon_rule', message: expect.any(String), rule: { id, title } }])
    const proposal = (await send('GET', `/proposals/${body.proposal.id}`)).body.proposal
    expect(proposal.rules).toEqual([{ id, title }])
    expect((await post('/products', { ...core, name: 'A', portfolio_status: 'candidate' })).status).toBe(201)
  })

  it('lets an admin save, with the message', async () => {
    const message = 'Products are for the board.'
    await guardedRule({
      guard_when: `write.kind == 'product'`,
      guard_effect: 'propose',
      guard_message: message,
    })
    await admin.get('/admin/products/new')
    expect(await admin.post('/admin/products/new', { ...core, name: 'By an admin' })).toMatchObject({
      status: 303,
    })
    expect((await admin.get('/admin/products')).body).toContain(message)
    expect((await send('GET', '/products?name=By an admin')).body.products).toHaveLength(1)
  })
})

describe('several guards', () => {
  it('are all named by the strictest', async () => {
    const warn = await guardedRule({ guard_when: `write.kind == 'signal'`, guard_effect: 'warn' })
    const refuse = await guardedRule({ guard_when: `write.kind == 'signal'`, guard_effect: 'refuse' })
    const propose = await guardedRule({ guard_when: `write.kind == 'signal'`, guard_effect: 'propose' })
    const signal = { direction_slug: 'utilities', title: 'Many', signal_type: 'risk' }
    const { body } = await post('/signals', signal)
    expect(body).toMatchObject({ code: 'canon_guard', rule: { id: refuse.id } })
    expect(body.rules.map(({ id }: { id: number }) => id)).toEqual([refuse.id, propose.id, warn.id])
    await sql(world, `update canon_rules set status = 'archived' where id = $1`, refuse.id)
    expect((await post('/signals', signal)).status).toBe(202)
  })
})
