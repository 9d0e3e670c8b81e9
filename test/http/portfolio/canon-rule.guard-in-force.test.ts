import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { exampleGuards, makeGuardedWorld } from '../../support/guarded-world.ts'
import { makeProduct, sql } from '../../support/makers.ts'

const { candidate } = exampleGuards

let made: Awaited<ReturnType<typeof makeGuardedWorld>>
let { world, admin, send, post, guardedRule } = {} as typeof made
beforeAll(async () => {
  made = await makeGuardedWorld()
  ;({ world, admin, send, post, guardedRule } = made)
})
beforeEach(() => made.archiveRules())

describe('a guard', () => {
  const signal = { title: 'Scoped', signal_type: 'risk' }
  const always = { guard_when: 'true', guard_effect: 'refuse' }

  it('covers what the scope of its rule covers', async () => {
    const [inside, outside] = [await makeProduct(world), await makeProduct(world)]
    const rule = await guardedRule(always, { product_slug: inside.slug })
    expect((await post('/signals', { ...signal, product_slug: inside.slug })).status).toBe(422)
    expect((await send('PATCH', `/products/${inside.slug}`, { summary: 'A' })).status).toBe(422)
    expect((await post('/signals', { ...signal, product_slug: outside.slug })).status).toBe(201)
    await sql(world, `update canon_rules set status = 'archived' where id = $1`, rule.id)
    await guardedRule(always, { direction_slug: 'fitness' })
    expect((await post('/signals', { ...signal, product_slug: inside.slug })).status).toBe(201)
    expect((await post('/signals', { ...signal, direction_slug: 'fitness' })).status).toBe(422)
    const moved = await send('PATCH', `/products/${outside.slug}`, { direction_slug: 'fitness' })
    expect(moved.status).toBe(422)
  })

  it('checks nothing unless its rule is active and approved', async () => {
    const rule = await guardedRule(always)
    const status = async () => (await post('/signals', { ...signal, direction_slug: 'utilities' })).status
    expect(await status()).toBe(422)
    await sql(world, `update canon_rules set approved_by = null where id = $1`, rule.id)
    expect(await status()).toBe(201)
    await sql(
      world,
      `update canon_rules set approved_by = created_by, status = 'draft' where id = $1`,
      rule.id,
    )
    expect(await status()).toBe(201)
  })

  it('that refuses everything can still be removed', async () => {
    const rule = await guardedRule(always)
    await admin.get(`/admin/canon-rules/${rule.id}/guard`)
    expect(await admin.post(`/admin/canon-rules/${rule.id}/guard`, { guard_when: '' })).toMatchObject({
      status: 303,
    })
    expect((await send('GET', `/canon-rules/${rule.id}`)).body.rule.guard).toBeNull()
    expect((await post('/signals', { ...signal, direction_slug: 'utilities' })).status).toBe(201)
  })

  it('that fails while it runs makes the write a proposal, and is recorded', async () => {
    const rule = await guardedRule({ guard_when: `after.severity < 3`, guard_effect: 'warn' })
    const { status, body } = await post('/signals', { ...signal, direction_slug: 'utilities' })
    expect(status).toBe(202)
    expect(body.warnings[0]).toMatchObject({ field: 'canon_rule', rule: { id: rule.id } })
    const { need_attention } = (await send('GET', '/summary')).body
    expect(need_attention).toContainEqual(
      expect.objectContaining({ id: rule.id, type: 'guard', title: rule.title, severity: 'high' }),
    )
    await admin.get(`/admin/canon-rules/${rule.id}/guard`)
    await admin.post(`/admin/canon-rules/${rule.id}/guard`, { guard_when: 'false', guard_effect: 'warn' })
    const later = (await send('GET', '/summary')).body.need_attention
    expect(later).not.toContainEqual(expect.objectContaining({ type: 'guard' }))
  })

  it('is shown by every list of rules, and set by none', async () => {
    const guard = { when: candidate, effect: 'propose', message: null }
    const rule = await guardedRule({ guard_when: candidate, guard_effect: 'propose' })
    expect((await send('GET', `/canon-rules/${rule.id}`)).body.rule.guard).toEqual(guard)
    const { rules } = (await send('GET', '/canon-rules')).body
    expect(rules.find(({ id }: { id: number }) => id === rule.id).guard).toEqual(guard)
    const { context } = (await post('/signals?dry_run=1', { ...signal, direction_slug: 'utilities' })).body
    expect(context.rules.find(({ id }: { id: number }) => id === rule.id).guard).toEqual(guard)
    for (const name of ['guard', 'guard_when', 'guard_effect', 'guard_message', 'guard_failed_at'])
      for (const [method, path] of [
        ['PATCH', `/canon-rules/${rule.id}`],
        ['POST', '/canon-rules'],
      ] as const) {
        const { status, body } = await send(method, path, { title: 'A', [name]: 'true' })
        expect({ status, message: body.errors?.[name]?.[0] }).toEqual({
          status: 422,
          message: expect.stringContaining('field is prohibited.'),
        })
      }
  })

  it('knows who writes, how, and which fields were sent', async () => {
    const product = await makeProduct(world)
    await guardedRule({
      guard_when: `write.actor == 'agent' && write.surface == 'http' && write.kind == 'signal' && 'title' in write.fields && 'product_slug' in write.fields && !('severity' in write.fields) && after.product_slug == '${product.slug}' && after.severity == 'medium' && before == null`,
      guard_effect: 'warn',
    })
    const { body } = await post('/signals', { ...signal, product_slug: product.slug })
    expect(body.warnings?.[0]?.field).toBe('canon_rule')
  })
})
