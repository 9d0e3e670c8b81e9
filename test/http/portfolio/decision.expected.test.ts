import { beforeAll, describe, expect, it } from 'vitest'
import type { Actor } from '../../../src/access/actor.ts'
import { revertChange } from '../../../src/catalog/undo/revert-change.ts'
import { transact } from '../../../src/database/transaction.ts'
import { approveProposal } from '../../../src/portfolio/proposal/decide.ts'
import { daysAfter } from '../../../src/record/rules/period.ts'
import { todayIn } from '../../../src/record/time-zone.ts'
import { generateSecret } from '../../../src/record/token-format.ts'
import { backdate } from '../../support/expectations.ts'
import {
  expectValidationErrors,
  makeApp,
  makeDecision,
  makeProduct,
  makeToken,
  root,
  sql,
} from '../../support/makers.ts'
import { makeWorld, type World } from '../../support/world.ts'

// The date there is not the date in UTC, at any hour.
const TIME_ZONE = new Date().getUTCHours() < 11 ? 'Pacific/Pago_Pago' : 'Pacific/Kiritimati'
const decisions = `${root}/decisions`

const admin: Actor = {
  by: { type: 'user', id: 1, name: 'Admin' },
  credential: 'user:1',
  person: { id: 1, name: 'Admin', role: 'admin', status: 'active' },
  time_zone: TIME_ZONE,
  surface: 'admin',
  request_id: 'request-of-an-admin',
}

let world: World
let product: { id: number; slug: string }
let app: { id: number; slug: string }
let today: string
beforeAll(async () => {
  world = await makeWorld({ TIME_ZONE })
  today = todayIn(TIME_ZONE)
  product = await makeProduct(world)
  app = await makeApp(world, { product_id: product.id })
  await makeProduct(world, { name: 'Another' })
})

const by = (days: number) => daysAfter(today, days)
const clicks = (fields: object = {}) => ({
  metric: 'clicks',
  direction: 'up',
  at_least: 20,
  by: by(7),
  ...fields,
})
const body = (expected: unknown, fields: object = {}) => ({
  product_slug: product.slug,
  title: 'Grow',
  decision_type: 'scale',
  owner: 'Anna',
  decision: 'Grow.',
  review_at: '2099-01-01',
  expected,
  ...fields,
})
const patch = (id: number, change: object) => world.send('PATCH', `${decisions}/${id}`, change)

describe('POST /decisions with expected', () => {
  it('stores up to five with a number each, about the app or product of the decision unless one is named', async () => {
    const expected = [
      clicks(),
      clicks({ app_slug: app.slug, at_least: '0.5' }),
      { ...clicks({ app_id: app.id }), metric: 'rating', direction: 'Down' },
      { ...clicks({ app_slug: app.slug, keyword: ' QR ', country: 'de' }), metric: 'position' },
      clicks(),
    ]
    const { status, body: answer } = await world.send('POST', decisions, body(expected))
    expect(status).toBe(201)
    const common = { by: by(7), keyword: null, country: null, product_id: null, product_slug: null }
    const ofApp = { app_id: app.id, app_slug: app.slug }
    const ofProduct = {
      app_id: null,
      app_slug: null,
      product_id: product.id,
      product_slug: product.slug,
    }
    const first = { ...common, ...ofProduct, metric: 'clicks', direction: 'up', at_least: 20 }
    const stored = [
      { ...first, id: 1 },
      { ...common, ...ofApp, id: 2, metric: 'clicks', direction: 'up', at_least: 0.5 },
      { ...common, ...ofApp, id: 3, metric: 'rating', direction: 'down', at_least: 20 },
      {
        ...common,
        ...ofApp,
        id: 4,
        metric: 'position',
        direction: 'up',
        at_least: 20,
        keyword: 'QR',
        country: 'DE',
      },
      { ...first, id: 5 },
    ]
    expect(answer.decision.expected).toEqual(stored)
    const { id } = answer.decision
    const { body: shown, headers } = await world.send('GET', `${decisions}/${id}`)
    expect(shown.decision.expected).toMatchObject(stored)
    expect(headers.etag).toBe(answer.etag)
    const { body: list } = await world.send('GET', `${decisions}?product_slug=${product.slug}&limit=1`)
    expect(list.decisions[0].expected).toEqual(stored)
  })

  it('measures the app of a decision about an app', async () => {
    const decision = await makeDecision(world, {
      app_slug: app.slug,
      expected: [{ ...clicks(), metric: 'rating' }],
    })
    expect(decision.expected).toMatchObject([{ app_slug: app.slug, product_slug: null }])
  })

  it('without it expects nothing', async () => {
    expect((await makeDecision(world)).expected).toEqual([])
  })

  const beyond = 'The expected.0.product_slug field is required. Or send app_slug.'
  it.each<[string, () => unknown, Record<string, unknown>, object?]>([
    [
      'six',
      () => Array.from({ length: 6 }, () => clicks()),
      { expected: 'The expected field must not have more than 5 items.' },
    ],
    ['an object', () => clicks(), { expected: 'The expected field must be an array.' }],
    ['null', () => null, { expected: expect.any(String) }],
    [
      'an empty entry',
      () => [{}],
      Object.fromEntries(
        ['metric', 'direction', 'at_least', 'by'].map((name) => [
          `expected.0.${name}`,
          `The expected.0.${name} field is required.`,
        ]),
      ),
    ],
    [
      'an unknown metric and direction',
      () => [clicks({ metric: 'installs', direction: 'left' })],
      {
        'expected.0.metric': 'The selected expected.0.metric is invalid. Allowed: clicks, rating, position.',
        'expected.0.direction': 'The selected expected.0.direction is invalid. Allowed: up, down.',
      },
    ],
    [
      'at least 0',
      () => [clicks({ at_least: 0 })],
      { 'expected.0.at_least': 'The expected.0.at_least field must be at least 0.01.' },
    ],
    ['a negative amount', () => [clicks({ at_least: -5 })], { 'expected.0.at_least': expect.any(String) }],
    [
      'a huge amount',
      () => [clicks({ at_least: 1e300 })],
      { 'expected.0.at_least': expect.stringContaining('1000000') },
    ],
    [
      'an amount that is a boolean',
      () => [clicks({ at_least: true })],
      { 'expected.0.at_least': 'The expected.0.at_least field must be a number.' },
    ],
    [
      'a day six days after the decision',
      () => [clicks(), clicks({ by: by(6) })],
      { 'expected.1.by': () => `The expected.1.by field must be a date after or equal to ${by(7)}.` },
    ],
    [
      'today',
      () => [clicks({ by: today })],
      { 'expected.0.by': () => `The expected.0.by field must be a date after or equal to ${by(7)}.` },
    ],
    [
      'a text as its day',
      () => [clicks({ by: 'soon' })],
      { 'expected.0.by': 'The expected.0.by field must match the format Y-m-d.' },
    ],
    [
      'a position without keyword and country',
      () => [clicks({ metric: 'position', app_slug: app.slug })],
      {
        'expected.0.keyword': 'The expected.0.keyword field is required.',
        'expected.0.country': 'The expected.0.country field is required.',
      },
    ],
    [
      'clicks with a keyword and a country',
      () => [clicks({ keyword: 'qr', country: 'DE' })],
      {
        'expected.0.keyword': 'The expected.0.keyword field is prohibited unless metric is position.',
        'expected.0.country': 'The expected.0.country field is prohibited unless metric is position.',
      },
    ],
    [
      'a rating of a product',
      () => [clicks({ metric: 'rating' })],
      { 'expected.0.app_slug': 'The expected.0.app_slug field is required.' },
    ],
    [
      'clicks of a direction',
      () => [clicks()],
      { 'expected.0.product_slug': beyond },
      { product_slug: undefined, direction_slug: 'utilities' },
    ],
    [
      'an unknown app',
      () => [clicks({ app_slug: 'nothing' })],
      { 'expected.0.app_slug': 'The selected expected.0.app_slug is invalid.' },
    ],
    [
      'an unknown product',
      () => [clicks(), clicks({ product_id: 999_999 })],
      { 'expected.1.product_id': 'The selected expected.1.product_id is invalid.' },
    ],
    [
      'an app of another product',
      () => [clicks({ app_slug: app.slug, product_slug: 'another' })],
      {
        'expected.0.product_slug':
          'The selected expected.0.product_slug is invalid. The app belongs to another product.',
      },
    ],
    [
      'a number of its own',
      () => [clicks({ id: 4 })],
      { 'expected.0.id': expect.stringContaining('prohibited. Allowed: metric,') },
    ],
    [
      'a verdict',
      () => [clicks({ verdict: 'met' })],
      { 'expected.0.verdict': expect.stringContaining('prohibited') },
    ],
    [
      'a keyword with a credential',
      () => [
        clicks({ metric: 'position', app_slug: app.slug, country: 'DE', keyword: generateSecret('pft') }),
      ],
      { 'expected.0.keyword': expect.stringContaining('credential') },
    ],
  ])('rejects %s', async (_, expected, errors, fields = {}) => {
    const answer = await world.send('POST', decisions, body(expected(), fields))
    expect(answer.status).toBe(422)
    const wanted = Object.entries(errors).map(([name, message]) => [
      name,
      typeof message === 'function' ? message() : message,
    ])
    expectValidationErrors(answer, Object.fromEntries(wanted))
  })
})

describe('PATCH /decisions with expected', () => {
  it('replaces the list, and what is equal keeps its number', async () => {
    const { id } = await makeDecision(world, body([clicks(), clicks({ at_least: 30 })]))
    const { body: answer } = await patch(id, { expected: [clicks({ by: by(9) }), clicks({ at_least: 30 })] })
    expect(answer.decision.expected).toMatchObject([
      { id: 3, by: by(9) },
      { id: 2, at_least: 30 },
    ])
    const [entry] = await sql(
      world,
      `select changes from history where record_type = 'decision' and record_id = $1 order by id desc limit 1`,
      id,
    )
    expect(entry!.changes).toMatchObject({
      expected: { from: [{ id: 1 }, { id: 2 }], to: [{ id: 3 }, { id: 2 }] },
    })
    const same = await patch(id, { expected: [clicks({ by: by(9) }), clicks({ at_least: 30 })] })
    expect(same.body.etag).toBe(answer.etag)
    expect((await patch(id, { expected: [] })).body.decision.expected).toEqual([])
  })

  it('requires a day after today, and seven days after the decision', async () => {
    const { id } = await makeDecision(world, body([clicks()]))
    await backdate(world, id, 3)
    const early = await patch(id, { expected: [clicks({ by: by(3) })] })
    expectValidationErrors(early, {
      'expected.0.by': `The expected.0.by field must be a date after or equal to ${by(4)}.`,
    })
    expect((await patch(id, { expected: [clicks({ by: by(4) })] })).status).toBe(200)
    await backdate(world, id, 30)
    const { body: stored } = await world.send('GET', `${decisions}/${id}`)
    const kept = clicks({ by: stored.decision.expected[0].by })
    const past = await patch(id, { expected: [kept, clicks({ by: today })] })
    expectValidationErrors(past, {
      'expected.1.by': `The expected.1.by field must be a date after or equal to ${by(1)}.`,
    })
    expect(
      (await patch(id, { expected: [clicks({ by: by(1) }), kept] })).body.decision.expected,
    ).toMatchObject([{ by: by(1) }, { id: stored.decision.expected[0].id }])
  })

  it('can change what ends today, but neither change nor remove what ended yesterday', async () => {
    const { id } = await makeDecision(world, body([clicks({ by: by(10) }), clicks({ by: by(11) })]))
    await backdate(world, id, 11)
    const [passed, ending] = [clicks({ by: by(-1) }), clicks({ by: today })]
    const changed = { ...passed, by: by(5) }
    const cannot = `Its day ${by(-1)} has passed`
    expectValidationErrors(await patch(id, { expected: [ending, changed] }), {
      'expected.1.by': `The expectation 1 cannot be changed. ${cannot}.`,
    })
    expectValidationErrors(await patch(id, { expected: [{ ...passed, at_least: 1 }] }), {
      'expected.0.by': `The expectation 1 cannot be changed. ${cannot}.`,
    })
    for (const expected of [[], [ending]])
      expectValidationErrors(await patch(id, { expected }), {
        expected: `The expectation 1 cannot be removed. ${cannot}: send it as it is.`,
      })
    const { status, body: answer } = await patch(id, { expected: [passed] })
    expect([status, answer.decision.expected.length]).toEqual([200, 1])
  })

  it('of two at once stores one list after the other, each with its own numbers', async () => {
    const { id } = await makeDecision(world, body([clicks()]))
    const lists = [1, 2, 3, 4].map((at_least) => [clicks({ at_least }), clicks({ at_least: at_least + 10 })])
    const answers = await Promise.all(lists.map((expected) => patch(id, { expected })))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const { body: shown } = await world.send('GET', `${decisions}/${id}`)
    expect(shown.decision.expected.map(({ id }: { id: number }) => id)).toEqual([8, 9])
  })

  it('has at most five in the database too', async () => {
    const { id } = await makeDecision(world)
    const six = JSON.stringify(Array.from({ length: 6 }, () => ({})))
    await expect(sql(world, 'update decisions set expected = $2 where id = $1', id, six)).rejects.toThrow(
      'decisions_expected_check',
    )
  })
})

describe('a decision with expected', () => {
  it('that was proposed is refused if it is approved when its day is too early', async () => {
    const { headers } = await makeToken(world, ['read', 'propose'])
    const proposed = await world.send('POST', decisions, body([clicks()]), headers)
    expect(proposed.status).toBe(202)
    expect(proposed.body.decision.expected).toMatchObject([{ id: 1, by: by(7) }])
    const { id } = proposed.body.proposal
    await sql(
      world,
      `update proposals set body = jsonb_set(body, '{expected,0,by}', to_jsonb($2::text)) where id = $1`,
      id,
      by(6),
    )
    const approval = transact(world.database.orm, (em) => approveProposal(em, admin, id))
    await expect(approval).rejects.toMatchObject({
      code: 'validation_failed',
      errors: { 'expected.0.by': [`The expected.0.by field must be a date after or equal to ${by(7)}.`] },
    })
  })

  it('may name the product of an earlier operation of a batch, which names its invalid day', async () => {
    const record = (day: string) => ({
      operation: 'record_decision',
      body: body([clicks({ product_slug: 'ref:new', by: day })], { product_slug: 'ref:new' }),
    })
    const product = {
      operation: 'create_product',
      ref: 'new',
      body: { name: 'From a batch', direction_slug: 'utilities' },
    }
    const send = (day: string) => world.send('POST', `${root}/batch`, { operations: [product, record(day)] })
    const early = await send(today)
    expect([early.status, Object.keys(early.body.errors)]).toEqual([422, ['operations.1.body.expected.0.by']])
    const { status, body: answer } = await send(by(7))
    expect(status).toBe(200)
    expect(answer.results[1].decision.expected).toMatchObject([{ product_slug: 'from-a-batch' }])
  })

  it('gets its list, the numbers in it, its outcome and its status back by a revert', async () => {
    const { id } = await makeDecision(world, body([clicks(), clicks({ at_least: 30 })]))
    const revert = async () => {
      const [entry] = await sql(
        world,
        `select max(id)::int as id from history where record_type = 'decision' and record_id = $1`,
        id,
      )
      const version = Number(entry!.id)
      await transact(world.database.orm, (em) => revertChange(em, admin, version, { version, ticked: [] }))
      return (await world.send('GET', `${decisions}/${id}`)).body.decision
    }
    await patch(id, { expected: [clicks({ at_least: 30 })] })
    expect((await revert()).expected).toMatchObject([{ id: 1 }, { id: 2, at_least: 30 }])
    const judged = (await patch(id, { outcome: 'met', outcome_note: 'All of it.' })).body.decision
    const taken = { status: 'active', outcome: null, outcome_note: null, judged_at: null, judged_by: null }
    expect(await revert()).toMatchObject(taken)
    expect(await revert()).toMatchObject({
      status: 'reviewed',
      outcome: 'met',
      outcome_note: 'All of it.',
      judged_at: judged.judged_at,
      judged_by: judged.judged_by,
    })
  })

  it('keeps what has passed when its addition is reverted', async () => {
    const { id } = await makeDecision(world, body([]))
    await patch(id, { expected: [clicks()] })
    await backdate(world, id, 8)
    const shown = await world.send('GET', `${decisions}/${id}`)
    const [stored] = shown.body.decision.expected
    await sql(
      world,
      `update history set changes = jsonb_set(changes, '{expected,to}', (select expected from decisions where id = $1))
       where record_type = 'decision' and record_id = $1 and event = 'updated'`,
      id,
    )
    const [entry] = await sql(
      world,
      `select max(id)::int as id from history where record_type = 'decision' and record_id = $1`,
      id,
    )
    const version = Number(entry!.id)
    await expect(
      transact(world.database.orm, (em) => revertChange(em, admin, version, { version, ticked: [] })),
    ).rejects.toMatchObject({
      code: 'validation_failed',
      errors: {
        expected: [`The expectation 1 cannot be removed. Its day ${stored.by} has passed: send it as it is.`],
      },
    })
  })
})
