import { beforeAll, describe, expect, it } from 'vitest'
import { dayText } from '../../../../http/admin/html/time.ts'
import { todayIn } from '../../../../src/record/time-zone.ts'
import { type Browser, formFields, signIn } from '../../../support/admin.ts'
import { growth, makeDueDecision } from '../../../support/judged-decision.ts'
import { makeApp, makeDecision, makeProduct, root, sql } from '../../../support/makers.ts'
import { makePerson } from '../../../support/people.ts'
import { textOf } from '../../../support/proposals-world.ts'
import { makeWorld, type World } from '../../../support/world.ts'

let world: World
let manager: Browser
beforeAll(async () => {
  world = await makeWorld()
  manager = await signIn(world, await makePerson(world, 'manager'))
  await makeProduct(world, { name: 'Torch' })
  await makeApp(world, { name: 'Torch for iPhone', product_slug: 'torch' })
})

const by = todayIn('UTC', 30)
const decision = {
  product_slug: 'Torch',
  title: 'Grow',
  decision_type: 'scale',
  owner: 'Anna',
  decision: 'Spend more.',
  review_at: '2099-01-01',
}
const place = { app_slug: 'torch-for-iphone', product_slug: 'torch' }

/** Returns the fields of rows as a form sends them, blank ones too. */
const rowsOf = (...rows: Record<string, string>[]) => {
  const columns = ['metric', 'direction', 'at_least', 'by', 'app_slug', 'product_slug', 'keyword', 'country']
  return Object.fromEntries(
    rows.flatMap((row, index) => columns.map((column) => [`expected.${index}.${column}`, row[column] ?? ''])),
  )
}
const clicks = { metric: 'clicks', direction: 'up', at_least: '20', by }
const position = {
  metric: 'position',
  direction: 'up',
  at_least: '5',
  by,
  app_slug: 'Torch for iPhone',
  keyword: 'torch',
  country: 'DE',
}

const idOf = (location: string | undefined) => Number(/decisions\/(\d+)/.exec(location ?? '')?.[1])
const stored = async (id: number) => (await world.send('GET', `${root}/decisions/${id}`)).body.decision
const errorAt = (body: string, path: string) =>
  new RegExp(`id="error-${RegExp.escape(path)}"[^>]*>([^<]*)`).exec(body)?.[1]

describe('the form of a decision', () => {
  it('creates it with its expectations, ignoring empty rows, with records by their names', async () => {
    await manager.get('/admin/decisions/new')
    const { status, location } = await manager.post('/admin/decisions/new', {
      ...decision,
      ...rowsOf({}, clicks, {}, position),
    })
    expect(status).toBe(303)
    expect((await stored(idOf(location))).expected).toMatchObject([
      { id: 1, metric: 'clicks', at_least: 20, product_slug: 'torch', app_slug: null, keyword: null },
      { id: 2, metric: 'position', app_slug: 'torch-for-iphone', keyword: 'torch', country: 'DE' },
    ])
  })

  it('shows each message beside its control, and keeps what was typed', async () => {
    await manager.get('/admin/decisions/new')
    const { status, body } = await manager.post('/admin/decisions/new', {
      ...decision,
      ...rowsOf(
        {},
        { ...clicks, by: todayIn('UTC'), at_least: '0' },
        { ...position, app_slug: 'Nothing', keyword: '' },
      ),
    })
    expect(status).toBe(422)
    expect(errorAt(body, 'expected.0.at_least')).toMatch(
      /^The at least, in %, points or places field must be at least 0.01/,
    )
    expect(errorAt(body, 'expected.1.app_slug')).toBe('The selected app is invalid.')
    expect(errorAt(body, 'expected.1.keyword')).toBe('The keyword, only of a position field is required.')
    expect(formFields({ body })).toMatchObject({
      'expected.0.at_least': '0',
      'expected.1.app_slug': 'Nothing',
      'expected.1.country': 'DE',
    })
  })

  it('says that the day of an expectation is too early, and that a decision has at most five', async () => {
    await manager.get('/admin/decisions/new')
    const early = await manager.post('/admin/decisions/new', {
      ...decision,
      ...rowsOf({ ...clicks, by: todayIn('UTC', 3) }),
    })
    expect(early.status).toBe(422)
    expect(errorAt(early.body, 'expected.0.by')).toMatch(/must be a date after or equal to/)
    const six = Array.from({ length: 6 }, () => clicks)
    const many = await manager.post('/admin/decisions/new', { ...decision, ...rowsOf(...six) })
    expect(many.status).toBe(422)
    expect(errorAt(many.body, 'expected')).toMatch(/must not have more than 5 items/)
    expect(many.body).toContain('name="expected.5.metric"')
    expect(many.body).not.toContain('Add a row<span class="visually-hidden"> of expectations')
  })

  it('changes the expectations with names in its controls, adds and removes rows', async () => {
    const { id } = await makeDecision(world, { ...place, expected: [{ ...growth, by }] })
    const edit = `/admin/decisions/${id}/edit`
    const fields = formFields(await manager.get(edit))
    expect(fields).toMatchObject({
      'expected.0.metric': 'clicks',
      'expected.0.app_slug': 'Torch for iPhone',
    })
    const added = await manager.post(edit, { ...fields, _add_row: 'expected' })
    expect(added.status).toBe(200)
    expect(added.body).toContain('name="expected.1.metric"')
    expect((await stored(id)).expected).toHaveLength(1)
    const more = { ...fields, ...rowsOf(clicks, position) }
    expect((await manager.post(edit, more)).status).toBe(303)
    expect((await stored(id)).expected).toMatchObject([{ metric: 'clicks' }, { metric: 'position' }])
    await manager.get(edit)
    expect((await manager.post(edit, { ...fields, ...rowsOf({}) })).status).toBe(303)
    expect((await stored(id)).expected).toEqual([])
  })

  it('leaves the expectations as they are unless they were edited', async () => {
    const { id } = await makeDecision(world, { ...place, expected: [{ ...growth, by }] })
    const edit = `/admin/decisions/${id}/edit`
    const fields = formFields(await manager.get(edit))
    await manager.post(edit, { ...fields, title: 'Only the title' })
    await manager.get(`${edit}/owner`)
    await manager.post(`${edit}/owner`, { owner: 'Boris' })
    const history = await sql(
      world,
      `select changes from history where record_type = 'decision' and record_id = $1 and event <> 'created' order by id`,
      id,
    )
    expect(history.map(({ changes }) => Object.keys(changes as object))).toEqual([['title'], ['owner']])
  })

  it('shows an expectation whose day has passed and sends it along, but does not change it', async () => {
    const { id } = await makeDueDecision(world, { product_slug: 'torch' })
    const edit = `/admin/decisions/${id}/edit`
    const page = await manager.get(edit)
    expect(textOf(page)).toContain('Its day has passed, so it can be neither changed nor removed.')
    expect(page.body).not.toMatch(/<select[^>]*name="expected\.0\.metric"/)
    expect(page.body).toMatch(/<select[^>]*name="expected\.1\.metric"/)
    const fields = formFields(page)
    const changed = await manager.post(edit, { ...fields, 'expected.1.at_least': '60' })
    expect(changed.status).toBe(303)
    expect((await stored(id)).expected).toMatchObject([{ at_least: 20 }, { at_least: 60 }])
    await manager.get(edit)
    const refused = await manager.post(edit, { ...fields, 'expected.0.at_least': '1' })
    expect(refused.status).toBe(422)
    expect(textOf(refused)).toContain('cannot be changed. Its day')
    expect((await stored(id)).expected[0].at_least).toBe(20)
  })

  it('keeps the expectations that another person changed meanwhile, unless both changed them', async () => {
    const { id } = await makeDecision(world, { ...place, expected: [{ ...growth, by }] })
    const edit = `/admin/decisions/${id}/edit`
    const fields = formFields(await manager.get(edit))
    await world.send('PATCH', `${root}/decisions/${id}`, { expected: [{ ...growth, at_least: 30, by }] })
    expect((await manager.post(edit, { ...fields, title: 'Another title' })).status).toBe(303)
    expect(await stored(id)).toMatchObject({ title: 'Another title', expected: [{ at_least: 30 }] })
    const both = await manager.post(edit, { ...fields, 'expected.0.at_least': '40' })
    expect(both.status).toBe(409)
    expect(textOf(both)).toContain(`changed this to “Clicks up at least 30 % by ${dayText(by)}”`)
  })
})

describe('the history of a decision', () => {
  it('names what was expected and the outcome in words, and compares versions by name', async () => {
    const { id } = await makeDecision(world, { ...place, title: 'Compared' })
    await world.send('PATCH', `${root}/decisions/${id}`, {
      expected: [
        { ...growth, by },
        { ...growth, metric: 'position', keyword: 'torch', country: 'DE', by },
      ],
    })
    await world.send('PATCH', `${root}/decisions/${id}`, { outcome: 'partly', expected: [{ ...growth, by }] })
    const page = textOf(await manager.get(`/admin/decisions/${id}`)).replaceAll(' ;', ';')
    const day = dayText(by)
    const all = `Clicks up at least 20 % by ${day}, Torch for iPhone (iOS); Position for “torch” in DE up at least 20 places by ${day}, Torch for iPhone (iOS)`
    expect(page).toContain(`Expected ${all}`)
    expect(page).toContain('Outcome Partly')
    const [entry] = await sql(
      world,
      `select min(id) as id from history where record_type = 'decision' and record_id = $1 and changes ? 'expected'
       and event <> 'created'`,
      id,
    )
    const comparison = await manager.get(`/admin/decisions/${id}/compare?from=${entry?.id}`)
    const compared = textOf(comparison).replaceAll(' ;', ';')
    expect(compared).toContain(all)
    expect(compared).not.toContain('{&quot;')
    expect(compared).not.toContain('"metric"')
  })
})

describe('the timeline of a product', () => {
  it('marks its decisions by their outcome, with a legend in words', async () => {
    const { id: product } = await makeProduct(world, { name: 'Lamp' })
    const outcomes = ['met', 'partly', 'not-met', 'unclear']
    await makeDecision(world, { product_slug: 'lamp', title: 'Open' })
    expect((await manager.get(`/admin/products/${product}`)).body).not.toContain(
      'Decision without an outcome',
    )
    for (const outcome of outcomes) {
      const { id } = await makeDecision(world, { product_slug: 'lamp', title: `Ended ${outcome}` })
      await world.send('PATCH', `${root}/decisions/${id}`, { outcome })
    }
    const { body } = await manager.get(`/admin/products/${product}`)
    const legend = [
      ...body.matchAll(/<li class="kind tone-(\w+)">[\s\S]*? d="([^"]+)"[\s\S]*?<\/svg>([^<]+)</g),
    ]
    expect(legend.map(([, tone, , name]) => [tone, name?.trim()])).toEqual([
      ['accent', 'Decision without an outcome'],
      ['good', 'Decision: met'],
      ['warn', 'Decision: partly met'],
      ['bad', 'Decision: not met'],
      ['muted', 'Decision: unclear'],
    ])
    expect(new Set(legend.map(([, , outline]) => outline)).size).toBe(5)
    for (const word of ['met', 'partly', 'not met', 'unclear']) expect(body).toContain(`(${word})</title>`)
  })
})

describe('the list of decisions', () => {
  it('asks for the outcome of each review that is due, and leads back', async () => {
    const due = await makeDecision(world, { title: 'Due today', review_at: todayIn('UTC') })
    await makeDecision(world, { title: 'Due later', review_at: todayIn('UTC', 1) })
    await makeDecision(world, { title: 'No longer', review_at: todayIn('UTC', -3), status: 'cancelled' })
    const list = '/admin/decisions?q=due'
    const { body } = await manager.get('/admin/decisions?q=due')
    const [link = '', ...others] = [...body.matchAll(/<a [^>]*aria-label="Done: [^>]*>/g)].map(([tag]) => tag)
    expect(others).toEqual([])
    expect(link).toContain('aria-label="Done: Due today"')
    const address = /href="([^"]*)"/.exec(link)?.[1]?.replaceAll('&amp;', '&') ?? ''
    const form = await manager.get(address)
    expect(textOf(form)).toContain('How did the decision turn out?')
    const sent = { ...formFields(form), outcome: 'met', outcome_note: '' }
    expect((await manager.post(address, sent)).location).toBe(list)
    expect(await stored(due.id)).toMatchObject({ status: 'reviewed', outcome: 'met' })
    const idle = await signIn(world, await makePerson(world, 'manager', { status: 'inactive' }))
    await makeDecision(world, { title: 'Due again', review_at: todayIn('UTC') })
    expect((await idle.get(list)).body).not.toContain('aria-label="Done: ')
  })
})
