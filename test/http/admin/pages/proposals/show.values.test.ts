import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { dayText } from '../../../../../http/admin/html/time.ts'
import { fieldLabel, words } from '../../../../../http/admin/html/words.ts'
import { namesRecord } from '../../../../../src/portfolio/operation.ts'
import { operationNames, operations } from '../../../../../src/portfolio/operations.ts'
import type { OperationName } from '../../../../../src/portfolio/records.ts'
import {
  makeApp,
  makeDecision,
  makeEconomics,
  makeInsight,
  makeProduct,
  makeRule,
  makeSignal,
  makeTask,
  makeToken,
} from '../../../../support/makers.ts'
import {
  makeProposalsWorld,
  type ProposalsWorld,
  signal,
  textOf,
} from '../../../../support/proposals-world.ts'

type Schema = {
  type?: string
  enum?: string[]
  format?: string
  pattern?: string
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
}
/** A value of a body, and the texts by which the page shows it: a field, its present value and the value. */
type Marked = { value: unknown; shown: RegExp[] }

const make = {
  product: makeProduct,
  app: makeApp,
  signal: makeSignal,
  insight: makeInsight,
  economics: makeEconomics,
  decision: makeDecision,
  task: makeTask,
  canon_rule: makeRule,
}
type Kind = keyof typeof make

// The place decides these: a record of a product has no direction of its own, and a reference is sent once.
const leftOut = (operation: string, name: string) =>
  /^(product|direction|app)_id$/.test(name) ||
  (name === 'direction_slug' && !/product|canon_rule|create_app/.test(operation)) ||
  (name === 'product_slug' && operation === 'create_app') ||
  (name === 'product_candidate_name' && operation === 'change_app')

let made: ProposalsWorld
let references: Record<string, Marked>
let next = 0
beforeAll(async () => {
  made = await makeProposalsWorld()
  await makeApp(made.world, { product_slug: 'run', name: 'Tracker' })
  const { id } = await makeSignal(made.world, { product_slug: 'run', title: 'The evidence' })
  const decision = await makeDecision(made.world, { product_slug: 'run', title: 'The decision' })
  const agent = await makeToken(made.world)
  references = {
    product_slug: { value: 'run', shown: [row('Product', 'Run')] },
    app_slug: { value: 'tracker', shown: [row('App', 'Tracker')] },
    direction_slug: { value: 'fitness', shown: [row('Direction', 'Fitness')] },
    product_decision_id: { value: decision.id, shown: [/The decision/] },
    delegate_token_id: { value: agent.id, shown: [row('Delegate', agent.name)] },
    expected: {
      value: [{ metric: 'rating', app_slug: 'tracker', direction: 'up', at_least: 0.25, by: '2090-12-31' }],
      shown: [/rating/i, /0\.25/, /31 Dec 2090|2090-12-31/],
    },
    evidence: { value: [{ type: 'signal', id }], shown: [row('Evidence', 'Signal The evidence')] },
  }
})

/** Returns a value with a marker for each leaf of a schema. */
function marked(schema: Schema, name: string, operation: string): Marked {
  const reference = references[name]
  if (reference) return reference
  const { type, enum: choices, format, pattern, anyOf, items, properties } = schema
  if (properties) {
    const fields = Object.entries(properties).filter(([field]) => !leftOut(operation, field))
    const values = fields.map(([field, rule]) => [field, marked(rule, field, operation)] as const)
    return {
      value: Object.fromEntries(values.map(([field, { value }]) => [field, value])),
      shown: values.flatMap(([, { shown }]) => shown),
    }
  }
  if (anyOf) return marked(anyOf[0] as Schema, name, operation)
  if (items) {
    const { value, shown } = marked(items, name, operation)
    return { value: [value], shown }
  }
  next += 1
  const label = fieldLabel(name)
  if (choices) {
    const value = String(chosen.find((choice) => choices.includes(choice)) ?? choices[2])
    return { value, shown: [row(label, words(value))] }
  }
  if (type === 'boolean') return { value: true, shown: [row(label, 'Yes')] }
  if (format === 'date') {
    const value = new Date(Date.UTC(2090, 0, next)).toISOString().slice(0, 10)
    return { value, shown: [row(label, dayText(value))] }
  }
  const value =
    format === 'iri' ? `https://marker.test/${next}` : pattern ? `marker.n${next}` : `Marker ${next}.`
  return { value, shown: [new RegExp(`${value}(?!\\d)`)] }
}

const chosen = ['high', 'blocked', 'product-candidate', 'portfolio-structure']
const row = (label: string, value: string) => new RegExp(`${label}( \\S+){0,6} ${value}`)

/** Returns the proposal of an operation with a marker in every leaf of its schema, as an operation of a batch. */
async function markedOperation(operation: OperationName) {
  const { body, path } = operations[operation]
  const schema = z.toJSONSchema(body as z.ZodType, { io: 'input', unrepresentable: 'any' }) as Schema
  const { value, shown } = marked(schema, '', operation)
  const kind = operation.replace(/^[a-z]+_/, '') as Kind
  const place = { product: {}, app: {}, canon_rule: {} }[kind as string] ?? { product_slug: 'run' }
  const key = namesRecord(operations[operation])
    ? String((await make[kind](made.world, place)).id)
    : undefined
  return {
    operation,
    ...(key !== undefined && { key }),
    body: value as object,
    shown,
    path: path.replace(/\{\w+\}/, key ?? ''),
  }
}

const pageOf = async (id: number, path = '') =>
  textOf(await made.manager.get(`/admin/proposals/${id}${path}`))
const marking = operationNames.filter((name) => !name.startsWith('restore_'))

describe('the page of a proposal', () => {
  it.each(marking)('shows every value of %s', async (name) => {
    const { body, path, shown } = await markedOperation(name)
    const id = await made.propose(operations[name].method, path, body)
    const text = await pageOf(id)
    for (const value of shown) expect(text).toMatch(value)
  })

  it('shows every value of each operation of a batch', async () => {
    const marked = []
    for (const name of marking) marked.push(await markedOperation(name))
    const sent = marked.map(({ operation, key, body }) => ({ operation, ...(key && { key }), body }))
    const id = await made.propose('POST', '/batch', { operations: sent })
    const [, ...parts] = (await pageOf(id)).split(/ \d+\. (?=(?:New|Change of|Retraction of) )/)
    expect(parts).toHaveLength(marked.length)
    for (const [index, { shown }] of marked.entries())
      for (const value of shown) expect(parts[index]).toMatch(value)
  })

  it('shows every value again if a decision on it was not possible', async () => {
    const { body, path, shown, key } = await markedOperation('change_decision')
    const id = await made.propose('PATCH', path, body)
    await made.manager.get(`/admin/proposals/${id}`)
    await made.write('PATCH', `/decisions/${key}`, { rationale: 'Changed meanwhile.' })
    const answer = await made.manager.post(`/admin/proposals/${id}/approve`)
    expect(answer.status).toBe(409)
    for (const value of shown) expect(textOf(answer)).toMatch(value)
  })

  it('folds a value of a thousand characters and cuts none', async () => {
    const [short, long] = [`Short ${'a'.repeat(993)}`, `Long ${'🚀'.repeat(994)}b`]
    const id = await made.propose('POST', '/decisions', {
      product_slug: 'run',
      title: 'Long texts',
      decision_type: 'scale',
      owner: 'Anna',
      decision: short,
      rationale: long,
      review_at: '2099-01-01',
      tasks: [{ title: 'Nested', note: long }],
    })
    const { body } = await made.manager.get(`/admin/proposals/${id}`)
    expect(body).toContain(`<td class="text">${short}</td>`)
    const folded = [...body.matchAll(/<details>\s*<summary>[\s\S]*?<\/summary>([\s\S]*?)<\/details>/g)]
    expect(folded.map(([, text]) => text?.trim())).toEqual([long, long])
  })
})

it('shows in the form that edits a proposal what it has no control for', async () => {
  const { body } = await markedOperation('record_decision')
  const id = await made.propose('POST', '/decisions', body)
  const { body: page } = await made.manager.get(`/admin/proposals/${id}/edit`)
  const marks = JSON.stringify(body).match(/Marker \d+\.|2090-\d\d-\d\d/g) ?? []
  expect(marks.length).toBeGreaterThan(8)
  for (const mark of marks)
    expect(
      [mark, dayText(/^2090/.test(mark) ? mark : '2090-01-01')].some((text) => page.includes(text)),
    ).toBe(true)
})

it('shows what an operation changes of other records', async () => {
  const blocker = await makeTask(made.world, { product_slug: 'run', title: 'First' })
  await makeTask(made.world, { product_slug: 'run', title: 'Second', blocked_by: blocker.id })
  const id = await made.propose('PATCH', `/tasks/${blocker.id}`, { status: 'done' })
  expect(await pageOf(id)).toMatch(/Change of task: Second .*Status Blocked Open/)
})

it('names the records that a batch would create by their titles, and stores no id of them', async () => {
  const id = await made.propose('POST', '/batch', {
    operations: [
      { operation: 'record_signal', ref: 's', body: { ...signal, title: 'Batched crash' } },
      { operation: 'create_product', ref: 'p', body: { direction_slug: 'fitness', name: 'Batched product' } },
      {
        operation: 'create_task',
        ref: 't',
        body: { product_slug: 'run', title: 'Batched fix', evidence: [{ type: 'signal', id: 'ref:s' }] },
      },
      {
        operation: 'create_task',
        body: { product_id: 'ref:p', title: 'Batched release', blocked_by: 'ref:t' },
      },
    ],
  })
  const { preview, changes } = await made.read(id)
  const evidence = [{ type: 'signal', id: 'ref:s' }]
  expect(changes).toMatchObject({
    'operations.2.evidence': { to: evidence },
    'operations.3.product_id': { to: 'ref:p' },
    'operations.3.blocked_by': { to: 'ref:t' },
  })
  expect(preview.results[2].task).toMatchObject({ evidence })
  expect(preview.results[3].task).toMatchObject({ product_id: 'ref:p', blocked_by: 'ref:t' })
  const text = await pageOf(id)
  expect(text).toMatch(/Evidence Signal Batched crash/)
  expect(text).toMatch(/Product Batched product/)
  expect(text).toMatch(/Blocked by Batched fix/)
  expect(text).not.toMatch(/deleted|ref:|New product 2/)
})

it('says of a proposal that has ended what its record had then and has now', async () => {
  const made = await makeProposalsWorld()
  const id = await made.propose('PATCH', '/products/run', { portfolio_status: 'sunset' })
  await made.write('PATCH', '/products/run', { portfolio_status: 'frozen' })
  const page = async () => (await made.admin.get(`/admin/proposals/${id}`)).body
  expect(await page()).toMatch(/When proposed[\s\S]*Proposed[\s\S]*Now/)
  await made.expire(id)
  const ended = await page()
  const part = ended.slice(ended.indexOf('id="changes"'))
  expect(part).toMatch(
    /<th scope="col">When proposed<\/th><th scope="col">Proposed<\/th><th scope="col">Now<\/th>/,
  )
  expect(part).toMatch(
    /<td class="text">Candidate<\/td>\s*<td class="text">Sunset<\/td>\s*<td class="text">Frozen<\/td>/,
  )
})
