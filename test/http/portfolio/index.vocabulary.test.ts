import { beforeAll, describe, expect, it } from 'vitest'
import { expectValidationErrors, makeProduct, root } from '../../support/makers.ts'
import { makeWorld, type World } from '../../support/world.ts'
import { kinds } from '../../support/writes.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
  await makeProduct(world, { name: 'Fixed' })
})

// Section 5 of the contract, word for word.
const sets: Record<string, string> = {
  portfolio_status: 'candidate, next, core, support, frozen, sunset, archived',
  product_focus: 'assess-development, develop, scale, monetize, retain, stabilize, maintain, exit',
  platform: 'Android, iOS, Huawei, RuStore, Web, macOS, Windows, Other',
  implementation_status:
    'idea, planned, design, building, testing, in-review, released, paused, removed, retired',
  outcome: 'met, partly, not-met, unclear',
  product_binding_status: 'unbound, product-candidate, confirmed, rejected',
  signal_type: 'growth-point, problem, risk',
  source_layer:
    'metrika, appmetrica, store-console, app-store-connect, google-play, ads, reviews, support, finance, research, competitors, crm, agent, manual',
  severity: 'low, medium, high, critical',
  impact_level: 'low, medium, high, critical',
  confidence_level: 'low, medium, high, verified',
  signal_status: 'open, acknowledged, in-progress, resolved, dismissed',
  economics_status: 'unconfirmed, partial, confirmed, disputed, outdated',
  decision_type:
    'scale, develop, assess, launch, monetize, pivot, stabilize, merge, split, freeze, unfreeze, stop, other',
  decision_status: 'active, reviewed, superseded, cancelled',
  task_status: 'open, in-progress, blocked, done, cancelled',
  priority: 'low, medium, high, critical',
  rule_type:
    'product-definition, portfolio-structure, freeze-policy, direction-policy, summary-contract, portfolio-governance',
  canon_status: 'draft, active, superseded, archived',
  direction_status: 'active, demo, archived',
}

// [kind, field, name of its set, value if the request omits the field]
const fields = [
  ['product', 'portfolio_status', 'portfolio_status', 'candidate'],
  ['product', 'product_focus', 'product_focus', 'assess-development'],
  ['app', 'platform', 'platform', 'iOS'],
  ['app', 'implementation_status', 'implementation_status', 'idea'],
  ['app', 'product_binding_status', 'product_binding_status', 'unbound'],
  ['signal', 'signal_type', 'signal_type', 'risk'],
  ['signal', 'source_layer', 'source_layer', 'manual'],
  ['signal', 'severity', 'severity', 'medium'],
  ['signal', 'status', 'signal_status', 'open'],
  ['insight', 'source_layer', 'source_layer', 'manual'],
  ['insight', 'confidence_level', 'confidence_level', 'medium'],
  ['insight', 'impact_level', 'impact_level', 'medium'],
  ['economics', 'economics_status', 'economics_status', 'unconfirmed'],
  ['economics', 'confidence_level', 'confidence_level', 'medium'],
  ['decision', 'decision_type', 'decision_type', 'stop'],
  ['decision', 'status', 'decision_status', 'active'],
  ['task', 'status', 'task_status', 'open'],
  ['task', 'priority', 'priority', 'medium'],
  ['rule', 'rule_type', 'rule_type', 'freeze-policy'],
  ['rule', 'status', 'canon_status', 'active'],
] as const

describe.each(fields)('%s.%s', (key, field, set, defaultValue) => {
  const { path, body } = kinds.find((kind) => kind.key === key)!
  const values = sets[set]!.split(', ')
  const post = (value: unknown) => world.send('POST', `${path}?dry_run=1`, { ...body, [field]: value })

  it(`is ${defaultValue} if the request omits it`, async () => {
    const answer = await world.send('POST', `${path}?dry_run=1`, body)
    expect(answer.body[key][field]).toBe(defaultValue)
  })

  it('accepts every value in any case and with _ for -, and returns the canonical spelling', async () => {
    for (const value of values.filter((one) => one !== 'confirmed' || key !== 'app')) {
      const answer = await post(` ${value.toUpperCase().replaceAll('-', '_')} `)
      expect(answer.body[key]?.[field]).toBe(value)
    }
  })

  it('rejects any other value and lists the allowed ones', async () => {
    const allowed = key === 'rule' && field === 'rule_type' ? `${sets[set]}, structure-canon` : sets[set]
    const sentence = `The selected ${field.replaceAll('_', ' ')} is invalid. Allowed: ${allowed}.`
    for (const value of ['nonsense', 5, true, ['low'], 'toString'])
      expectValidationErrors(await post(value), { [field]: sentence })
    expect((await post(null)).body.errors).toHaveProperty([field])
  })
})

it('accepts the priority normal as medium and urgent as critical', async () => {
  for (const [sent, stored] of [
    ['Normal', 'medium'],
    ['URGENT', 'critical'],
  ]) {
    const { path, body } = kinds.find((kind) => kind.key === 'task')!
    const answer = await world.send('POST', `${path}?dry_run=1`, { ...body, priority: sent })
    expect(answer.body.task.priority).toBe(stored)
  }
})

it('returns every set from GET /reference with a meaning for each value', async () => {
  const { body } = await world.send('GET', `${root}/reference`)
  const { canonical_direction_slugs, ...returned } = body.reference
  const valuesBySet = Object.entries<{ value: string; meaning: string }[]>(returned).map(([set, list]) => {
    for (const { meaning } of list) expect(meaning).toMatch(/\S/)
    return [set, list.map(({ value }) => value).join(', ')]
  })
  expect(Object.fromEntries(valuesBySet)).toEqual(sets)

  expect(canonical_direction_slugs).toHaveLength(11)
})
