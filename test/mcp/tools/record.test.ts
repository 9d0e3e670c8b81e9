import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { query } from '../../support/cluster.ts'
import { makeDecision, makeInsight, makeSignal, makeToken, root } from '../../support/makers.ts'
import { settled } from '../../support/settled.ts'
import { kinds } from '../../support/writes.ts'
import { answerOf, answerParts, maxResultBytes, sentBytes, textOf } from '../call-tool.ts'
import { type AnyClient, connections } from '../client.ts'
import { fill, makeMcpWorld } from '../world.ts'

const world = await makeMcpWorld()
await fill(world)

let client: AnyClient
beforeAll(async () => {
  client = await connections['v2 modern over HTTP']?.(world)
})
afterAll(() => client.close())

const call = (args: object) => client.callTool({ name: 'get_record', arguments: args })
const get = async (args: object) => answerOf(await call(args))

describe.each(kinds)('get_record of a $key', ({ key, path }) => {
  const kind = path
    .split('/')
    .at(-1)
    ?.replace(/(?<!economic)s$/, '')

  it('returns its etag, the record as its GET answers it, and its changes', async () => {
    await settled(world)
    const { body } = await world.send('GET', `${path}/1`)
    const { etag, [key]: record, changes, rules = [] } = await get({ kind, id: '1' })
    expect(etag).toBe(body.etag)
    const { rules: embedded = [], ...found } = body[key]
    expect(record).toEqual(withoutEmpty(found))
    expect(rules).toEqual(withoutEmpty(embedded))
    expect(changes.at(-1)).toMatchObject({ event: 'created', actor: 'env_token:env:1 env:1' })
  })
})

it('takes the slug of a product, a number as id, and a kind in any spelling', async () => {
  expect((await get({ kind: 'product', id: 'qr-scanner' })).product.slug).toBe('qr-scanner')
  for (const kind of ['canon-rule', 'canon_rule', 'Canon-Rule'])
    expect((await get({ kind, id: 1 })).rule.title).toBe('No guesses')
})

it('says of a task who should do it and who works on it, beside its decision too', async () => {
  const agent = await makeToken(world)
  const place = { product_slug: 'qr-scanner' }
  const { id: decision, tasks } = await makeDecision(world, {
    ...place,
    tasks: [{ title: 'Own' }, { title: 'Free' }],
  })
  const [{ id }, free] = tasks
  await world.send('PATCH', `${root}/tasks/${id}`, { delegate_token_id: agent.id })
  await world.send('POST', `${root}/tasks/${id}/claim`, undefined, agent.headers)
  const working = {
    delegate: { type: 'portfolio_token', id: agent.id, name: agent.name },
    claim: {
      by: { id: agent.id, name: agent.name },
      claimed_at: expect.any(String),
      expires_at: expect.any(String),
    },
  }
  expect((await get({ kind: 'task', id })).task).toMatchObject(working)
  const answered = (name: string, args: object) => client.callTool({ name, arguments: args }).then(answerOf)
  const lists = [
    (await get({ kind: 'decision', id: decision })).decision.tasks,
    (await answered('list_decisions', place)).decisions[0].tasks,
    (await answered('get_product', place)).decisions[0].tasks,
  ]
  for (const shown of lists) {
    expect(shown.find((task: { id: number }) => task.id === id)).toMatchObject(working)
    const other = shown.find((task: { id: number }) => task.id === free.id)
    expect([other.title, other.delegate, other.claim]).toEqual(['Free', undefined, undefined])
  }
})

it('returns the last ten changes, newest first', async () => {
  const { id } = await makeSignal(world, { product_slug: 'qr-scanner' })
  for (let number = 1; number <= 11; number++)
    await world.send('PATCH', `${root}/signals/${id}`, { title: `Title ${number}` })
  await settled(world)
  const { changes } = await get({ kind: 'signal', id })
  const titles = changes.map(({ changes }: { changes: { title: object } }) => changes.title)
  expect(titles).toHaveLength(10)
  expect(titles[0]).toEqual({ from: 'Title 10', to: 'Title 11' })
  expect(titles[9]).toEqual({ from: 'Title 1', to: 'Title 2' })
})

it('returns why each change was made', async () => {
  const { id } = await makeSignal(world, { product_slug: 'qr-scanner' })
  await world.send('PATCH', `${root}/signals/${id}?reason=Seen twice`, { severity: 'low' })
  await settled(world)
  const { changes } = await get({ kind: 'signal', id })
  expect(changes.map(({ reason }: { reason?: string }) => reason)).toEqual(['Seen twice', undefined])
})

it('lists the kinds without an argument, and the newest records with a kind alone', async () => {
  const { kinds: names, next } = await get({})
  expect(names).toEqual([
    'product',
    'app',
    'signal',
    'insight',
    'economics',
    'decision',
    'task',
    'canon-rule',
    'proposal',
  ])
  expect(next).toContain('kind')
  const { choose_from } = await get({ kind: 'app' })
  expect(choose_from).toMatchObject([{ slug: 'qr-scanner-for-android', title: 'QR scanner for Android' }])
})

it.each([
  [{ kind: 'product', id: 'qr-scaner' }, 'Nearest: qr-scanner'],
  [{ kind: 'task', id: '99999' }, 'There is no task 99999.'],
  [{ kind: 'signal', id: 'qr-scanner' }, 'Its id is a number.'],
  [{ id: '1' }, 'The kind field is required beside id. Allowed: product, app, '],
  [{ kind: 'memo', id: '1' }, 'Allowed: product, app, '],
])('says what is wrong with %j', async (args, message) => {
  const result = await call(args)
  expect([result.isError, textOf(result)]).toEqual([true, expect.stringContaining(message)])
})

it('returns a rule outside the marks only once an admin approved it', async () => {
  const rule = async () => {
    const { trusted, untrusted } = answerParts(textOf(await call({ kind: 'canon-rule', id: '1' })))
    return [trusted.rule, untrusted.rule]
  }
  expect(await rule()).toMatchObject([undefined, { trusted: false }])
  const admin = JSON.stringify({ type: 'user', id: 1, name: 'Ada' })
  await query(world.url, `update canon_rules set approved_by = '${admin}' where id = 1`)
  expect(await rule()).toMatchObject([{ trusted: true }, undefined])
})

it('stays below the size limit, and counts what it left out', async () => {
  const { id } = await makeSignal(world, { product_slug: 'qr-scanner', body: 'я'.repeat(20_000) })
  for (let number = 0; number < 60; number++)
    await makeInsight(world, { title: 'Ж'.repeat(255), evidence: [{ type: 'signal', id }] })
  for (const full of [false, true]) {
    const result = await call({ kind: 'signal', id, full })
    expect(sentBytes(textOf(result))).toBeLessThan(maxResultBytes)
    const { signal, evidence_for_not_shown, next } = answerOf(result)
    expect(signal.evidence_for.length + evidence_for_not_shown).toBe(60)
    expect(next).toContain(`GET /api/portfolio/signals/${id}`)
  }
})

/** A value as an answer shows it: without null fields. */
function withoutEmpty(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutEmpty)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([, item]) => item !== null)
  return Object.fromEntries(entries.map(([name, item]) => [name, withoutEmpty(item)]))
}
