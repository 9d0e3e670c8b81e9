import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { callTool, toolDependencies } from '../../mcp/call-tool.ts'
import { expectValidationErrors, makeProduct, makeSignal, makeToken, root } from '../../support/makers.ts'
import { settled } from '../../support/settled.ts'
import { makeWorld, type World } from '../../support/world.ts'

let world: World
let token: Awaited<ReturnType<typeof makeToken>>
let signal: { id: number }
beforeAll(async () => {
  world = await makeWorld()
  token = await makeToken(world)
  await makeProduct(world, { name: 'Run' })
  await makeProduct(world, { name: 'Other' })
  signal = await makeSignal(world, { product_slug: 'run', title: 'Rating fell' })
  const send = (path: string, body: object) => world.send('PATCH', `${root}/${path}`, body, token.headers)
  await send(`signals/${signal.id}`, { severity: 'critical', title: 'Rating fell again' })
  await send('products/run', { health_state: 'bad' })
})
beforeEach(() => settled(world))

type Change = { entity: string; event: string; at: string; seq: number }
const changes = async (query = ''): Promise<Change[]> =>
  (await world.send('GET', `${root}/changes?${query}`)).body.changes

describe('GET /changes', () => {
  it('names the record, its author, and each field with its previous and its new value', async () => {
    const [, , created, changed] = await changes()
    const record = {
      entity: 'signal',
      id: signal.id,
      slug: null,
      title: 'Rating fell again',
      product_slug: 'run',
      approved_by: null,
      reason: null,
    }
    expect(created).toEqual({
      ...record,
      seq: expect.any(Number),
      event: 'created',
      actor: { type: 'env_token', id: 'env:1', name: expect.any(String) },
      changed_fields: expect.arrayContaining(['title', 'severity']),
      changes: { severity: { from: null, to: 'medium' }, status: { from: null, to: 'open' } },
      at: expect.any(String),
    })
    expect(changed).toMatchObject({
      ...record,
      actor: { type: 'portfolio_token', id: token.id, name: token.name },
      changed_fields: expect.arrayContaining(['severity', 'title']),
      changes: {
        severity: { from: 'medium', to: 'critical' },
        title: { from: 'Rating fell', to: 'Rating fell again' },
      },
    })
    expect(await changes('entity=product&product_slug=run')).toMatchObject([
      { slug: 'run', product_slug: 'run', title: 'Run', event: 'created', changes: {} },
      { slug: 'run', title: 'Run', changes: { health_state: { from: null, to: 'bad' } } },
    ])
  })

  it.each([
    ['entity=SIGNAL', 2],
    ['entity=canon-rule', 0],
    ['actor=env_token:env:1', 3],
    ['actor=portfolio_token:%d', 2],
    ['actor=portfolio_token:%d&entity=product', 1],
    ['actor=user:1', 0],
    ['actor=system', 0],
    ['product_slug=run', 4],
    ['product_slug=run&entity=product', 2],
    ['product_slug=run&actor=portfolio_token:%d&after=2020-01-01', 2],
    ['product_slug=other', 1],
    ['after=2020-01-01', 5],
    ['after=2099-01-01T00:00:00%2B02:00', 0],
  ])('filters by %s', async (query, count) => {
    const filter = query.replace('%d', String(token.id))
    expect(await changes(filter)).toHaveLength(count)
    const { text, content } = await callTool(
      toolDependencies(world),
      'list_changes',
      Object.fromEntries(new URLSearchParams(filter)),
    )
    expect(content?.changes, text).toHaveLength(count)
  })

  it('returns the changes after a time, and pages through them by cursor', async () => {
    const [first, ...later] = await changes()
    expect(await changes(`after=${first?.at}`)).toEqual(later.filter(({ at }) => at > String(first?.at)))
    const seen: Change[] = []
    for (let since = '', more = true; more; ) {
      const { body } = await world.send('GET', `${root}/changes?entity=signal&limit=1${since}`)
      seen.push(...body.changes)
      since = `&since=${body.next_cursor}`
      more = body.has_more
    }
    expect(seen).toMatchObject(await changes('entity=signal').then((all) => all.map(({ at }) => ({ at }))))
  })

  it('takes a time whose + was not percent-encoded', async () => {
    for (const plus of ['%2B', '+', '%20']) {
      const { status } = await world.send('GET', `${root}/changes?after=2026-11-21T10:00:00${plus}03:00`)
      expect(status).toBe(200)
    }
  })

  it('says which parameter takes a cursor and which a time', async () => {
    const { next_cursor } = (await world.send('GET', `${root}/changes`)).body
    const since =
      'The since field must be a cursor, the next_cursor of an earlier answer. Send a date or a time as after.'
    const after = 'The after field must be a time such as 2026-11-21T10:00:00Z. Send a cursor as since.'
    for (const time of ['2026-11-21', '2026-11-21T10:00:00Z']) {
      expectValidationErrors(await world.send('GET', `${root}/changes?since=${time}`), { since })
      const { text } = await callTool(toolDependencies(world), 'list_changes', { since: time })
      expect(text).toContain(since)
    }
    expectValidationErrors(await world.send('GET', `${root}/changes?after=${next_cursor}&since=x`), {
      after,
      since:
        'The since field format is invalid. Send the next_cursor of an earlier answer; a date or a time is sent as after.',
    })
  })

  it.each([
    'bob',
    'user',
    'user:',
    'user:-1',
    'bot:x',
    'env_token:',
    'system:1',
    'portfolio-token:7',
    'portfolio_token:99999999999999999999',
  ])('rejects the actor %s', async (actor) => {
    expectValidationErrors(await world.send('GET', `${root}/changes?actor=${actor}&entity=agent`), {
      actor:
        'The selected actor is invalid. Send the type and id of an author, such as portfolio_token:7 or user:1.',
      entity: expect.stringMatching(/^The selected entity is invalid\. Allowed: direction, product, /),
    })
  })

  it('pages through the changes of one product by cursor, and warns of an unknown one', async () => {
    const seen: Change[] = []
    for (let since = '', more = true; more; ) {
      const { body } = await world.send('GET', `${root}/changes?product_slug=run&limit=1${since}`)
      seen.push(...body.changes)
      since = `&since=${body.next_cursor}`
      more = body.has_more
    }
    expect(seen).toEqual(await changes('product_slug=run'))
    const { body } = await world.send('GET', `${root}/changes?product_slug=runn`)
    expect(body).toMatchObject({
      changes: [],
      warnings: [
        {
          field: 'product_slug',
          message: expect.stringContaining('There is no product with the slug "runn". Nearest: run'),
        },
      ],
    })
  })
})
