import { beforeAll, describe, expect, it } from 'vitest'
import { type AdminPage, type Browser, signIn } from '../../../support/admin.ts'
import {
  makeDecision,
  makeInsight,
  makeProduct,
  makeSignal,
  makeTask,
  root,
  sql,
} from '../../../support/makers.ts'
import { makePerson } from '../../../support/people.ts'
import { makeWorld, type World } from '../../../support/world.ts'

let world: World
let admin: Browser
let manager: Browser
let inactive: Browser
beforeAll(async () => {
  world = await makeWorld()
  const of = async (role: 'admin' | 'manager', fields = {}) =>
    signIn(world, await makePerson(world, role, fields))
  admin = await of('admin')
  manager = await of('manager')
  inactive = await of('manager', { status: 'inactive' })
  await makeProduct(world, { name: 'Run', direction_slug: 'fitness' })
})

const review = (browser = admin) => browser.get('/admin/review')
const post = (browser: Browser, action: string, ids: string | string[]) =>
  browser.post('/admin/review', { action, ids } as Record<string, string>)

/** Accepts everything, so that a test sees its own changes only. */
const acceptAll = async (browser = admin) => post(browser, 'accept', (await allOf(browser)) ?? '')
const allOf = async (browser = admin) =>
  /name="ids" value="([^"]*)"\/>\s*Select all/.exec((await review(browser)).body)?.[1]

/** The part of a page below a heading of its sections. */
const section = ({ body }: AdminPage, id: string) =>
  new RegExp(`<section class="history" aria-labelledby="${id}">[\\s\\S]*?</section>`).exec(body)?.[0] ?? ''

/** The groups of a part of the page: the name, the ids behind the tick, and the address of all their changes. */
function groupsOf(part: string): { name: string; ids: string; address: string }[] {
  const groups = part.matchAll(/value="([^"]*)" aria-label="Select: ([^"]*)"\/>[\s\S]*?(?=<li data-row|$)/g)
  return [...groups].map(([text, ids = '', name = '']) => ({
    name,
    ids,
    address: /href="(\/admin\/review[^"]*)"/.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? '',
  }))
}

/** The ids of the changes that a page shows, by the title of their record, in its order. */
function shown({ body }: AdminPage): [title: string, id: string][] {
  const items = body.split('<li id="change-').slice(1)
  return items.map((item) => [
    /<a href="\/admin\/[\w-]+\/\d+">([^<]+)/.exec(item)?.[1] ?? '',
    /^\d+/.exec(item)?.[0] ?? '',
  ])
}

const patch = (path: string, body: object) => world.send('PATCH', `${root}/${path}`, body)
const read = async (path: string) => (await world.send('GET', `${root}/${path}`)).body

describe('the review', () => {
  it('shows the risky changes first, however many others are newer', async () => {
    const signals = []
    for (const title of ['Slow', 'Hot'])
      signals.push(await makeSignal(world, { product_slug: 'run', title, severity: 'high' }))
    await acceptAll()
    await patch('products/run', { portfolio_status: 'frozen' })
    for (const { id } of signals) await patch(`signals/${id}`, { severity: 'low' })
    const { id } = await makeInsight(world, { product_slug: 'run', title: 'Point' })
    await sql(
      world,
      `insert into history (record_type, record_id, event, actor, changes, surface)
        select record_type, record_id, event, actor, changes, surface from history, generate_series(1, 1049)
        where record_type = 'insight' and record_id = ${id}`,
    )
    const page = await review()
    const risky = section(page, 'risky')
    expect(risky).toContain('Risky changes: 3')
    expect(groupsOf(risky).map(({ name }) => name)).toEqual(
      ['Select: 2 signals of Run by env:1', 'Select: 1 product of Run by env:1'].map((name) =>
        name.slice('Select: '.length),
      ),
    )
    expect(shown(page).map(([title]) => title)).toEqual(['Hot', 'Slow', 'Run'])
    expect(risky).toMatch(/<del>Support<\/del>|<ins>Frozen<\/ins>/)
    const others = section(page, 'others')
    expect(page.body.indexOf('id="risky"')).toBeLessThan(page.body.indexOf('id="others"'))
    expect(others).toContain('Only the newest 1,000 of them are included.')
    expect(groupsOf(others).map(({ name }) => name)).toEqual(['1,000 insights of Run by env:1'])
    expect(page.body.match(/<\w/g)?.length).toBeLessThan(700)
    expect(page.body).toContain('<span class="count">200+')
  })

  it('shows the changes of a folded group at its own address', async () => {
    const [group] = groupsOf(section(await review(), 'others'))
    const page = await admin.get(group?.address ?? '')
    expect(page.status).toBe(200)
    expect(shown(page)).toHaveLength(200)
    expect(page.body).toContain('The newest 200 of 1,000.')
    expect(section(page, 'risky')).toBe('')
    expect((await post(admin, 'accept', group?.ids ?? '')).status).toBe(303)
    expect(shown(await review()).map(([title]) => title)).toEqual(['Hot', 'Slow', 'Run'])
    await acceptAll()
    expect((await admin.get(group?.address ?? '')).status).toBe(404)
    expect((await review()).body).toContain('Nothing to review.')
  })

  it('counts as risky what the API warns of', async () => {
    await makeTask(world, { product_slug: 'run', title: 'Late', due_at: '2020-01-02' })
    await makeTask(world, { product_slug: 'run', title: 'In time', due_at: '2099-01-02' })
    await makeDecision(world, { product_slug: 'run', title: 'Past', review_at: '2020-01-02' })
    const { id } = await makeDecision(world, { product_slug: 'run', title: 'Ended' })
    await patch(`decisions/${id}`, { status: 'cancelled' })
    const page = await review()
    expect(shown(page).map(([title]) => title)).toEqual(['Ended', 'Past', 'Late'])
    expect(groupsOf(section(page, 'others')).map(({ name }) => name)).toEqual([
      '1 decision of Run by env:1',
      '1 task of Run by env:1',
    ])
    await acceptAll()
  })

  it('shows an accepted change no more, to that person', async () => {
    // There were more than a review has.
    for (let times = 0; times < 2; times += 1) await acceptAll(manager)
    await makeInsight(world, { product_slug: 'run', title: 'Seen' })
    const [group] = groupsOf((await review()).body)
    expect(await post(admin, 'accept', group?.ids ?? '')).toMatchObject({
      status: 303,
      location: '/admin/review',
    })
    expect(groupsOf((await review()).body)).toEqual([])
    expect(groupsOf((await review(manager)).body)).toEqual([group])
    expect((await post(admin, 'accept', group?.ids ?? '')).status).toBe(303)
  })

  it('accepts no change that is newer than the page', async () => {
    await makeInsight(world, { product_slug: 'run', title: 'Earlier' })
    const all = await allOf()
    await makeInsight(world, { product_slug: 'run', title: 'Later' })
    await post(admin, 'accept', all ?? '')
    expect(groupsOf((await review()).body).map(({ name }) => name)).toEqual(['1 insight of Run by env:1'])
    await acceptAll()
  })

  it('asks before it reverts a group, withdraws what was created and sets fields back', async () => {
    const made = []
    for (const title of ['One 🎉', 'Two']) made.push(await makeSignal(world, { product_slug: 'run', title }))
    await patch('products/run', { summary: 'Mistaken' })
    const all = (await allOf()) ?? ''
    const question = await post(admin, 'revert', all)
    expect(question.status).toBe(200)
    expect(question.body).toContain('<h1>Revert 3 changes</h1>')
    expect(question.body).toContain('One 🎉')
    expect((await read(`signals/${made[0].id}`)).signal.status).toBe('open')
    const sent = /name="ids" value="([^"]*)"/.exec(question.body)?.[1] ?? ''
    expect(await post(admin, 'revert-confirmed', sent)).toMatchObject({
      status: 303,
      location: '/admin/review',
    })
    for (const { id } of made) expect((await read(`signals/${id}`)).signal.status).toBe('dismissed')
    expect((await read('products/run')).product.summary).toBeNull()
    expect((await review()).body).toContain('Nothing to review.')
  })

  it('does not show what was undone elsewhere', async () => {
    const { id } = await makeSignal(world, { product_slug: 'run', title: 'Undone' })
    await patch('products/run', { summary: 'Undone too' })
    expect(groupsOf((await review()).body)).toHaveLength(2)
    await admin.get(`/admin/signals/${id}/edit`)
    await admin.post(`/admin/signals/${id}/edit`, { status: 'dismissed' })
    const [entry] =
      (await admin.get('/admin/activity?entity=product')).body.match(/(?<=id="change-)\d+/) ?? []
    await admin.confirm(`/admin/activity/${entry}/revert`)
    expect((await review()).body).toContain('Nothing to review.')
  })

  it('says why a change was not reverted, and keeps it', async () => {
    await patch('products/run', { summary: 'First' })
    const all = (await allOf()) ?? ''
    await patch('products/run', { summary: 'Second' })
    const refused = await post(admin, 'revert-confirmed', all)
    expect(refused.status).toBe(409)
    expect(refused.body).toContain('These changes were not reverted')
    expect(
      groupsOf((await review()).body)
        .map(({ ids }) => ids)
        .join(' ')
        .split(' '),
    ).toContain(all)
    await acceptAll()
  })

  it('rejects an action that it does not have', async () => {
    const [id] = (await sql(world, 'select max(id)::int as id from history')).map((row) => String(row.id))
    for (const action of ['undo', '']) {
      const { status, body } = await post(admin, action, String(id))
      expect([status, body.includes('Choose Accept or Revert.')]).toEqual([422, true])
    }
  })

  it('rejects a form without a tick, and a revert by a manager', async () => {
    await makeInsight(world, { product_slug: 'run', title: 'Of an agent' })
    const page = await review(manager)
    expect(page.body).not.toContain('value="revert"')
    const [group] = groupsOf(page.body)
    for (const action of ['revert', 'revert-confirmed'])
      expect((await post(manager, action, group?.ids ?? '')).status).toBe(403)
    const empty = await post(admin, 'accept', 'x')
    expect(empty.status).toBe(422)
    expect(empty.body).toContain('Tick the changes to accept or revert.')
    expect(groupsOf((await review(manager)).body)).toContainEqual(group)
  })

  it('can be read and not decided on by an inactive manager', async () => {
    const page = await review(inactive)
    expect(page.status).toBe(200)
    expect(page.body).not.toContain('value="accept"')
    for (const action of ['accept', 'revert'])
      expect((await post(inactive, action, groupsOf(page.body)[0]?.ids ?? '')).status).toBe(403)
  })
})
