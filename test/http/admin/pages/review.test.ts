import { beforeAll, describe, expect, it } from 'vitest'
import { type AdminPage, type Browser, signIn } from '../../../support/admin.ts'
import { makeInsight, makeProduct, makeSignal, root } from '../../../support/makers.ts'
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

/** The ids of the changes that a review shows, by the title of their record, in its order. */
function shown({ body }: AdminPage): [title: string, id: string][] {
  const items = body.split('<li id="change-').slice(1)
  return items.map((item) => [
    /<a href="\/admin\/[\w-]+\/\d+">([^<]+)/.exec(item)?.[1] ?? '',
    /^\d+/.exec(item)?.[0] ?? '',
  ])
}
const idsOf = (page: AdminPage, title: string) =>
  shown(page).flatMap(([name, id]) => (name === title ? [id] : []))
const post = (browser: Browser, action: string, ids: string[]) =>
  browser.post('/admin/review', { action, ids: ids[0] ?? '' })

describe('the review', () => {
  it('shows what agents wrote, folded by product, with the risky changes first', async () => {
    const { id } = await makeSignal(world, { product_slug: 'run', title: 'Slow' })
    await world.send('PATCH', `${root}/products/run`, { portfolio_status: 'frozen' })
    await makeInsight(world, { product_slug: 'run', title: 'Calm' })
    const page = await admin.get('/admin/review')
    expect(page.body).toMatch(/<h2 id="of-run"><a href="\/admin\/products\/run">Run<\/a><\/h2>/)
    expect(page.body.indexOf('Risky')).toBeLessThan(page.body.indexOf('Calm'))
    expect(shown(page)[0]?.[0]).toBe('Run')
    expect(idsOf(page, 'Slow')).toHaveLength(1)
    await world.send('PATCH', `${root}/signals/${id}`, { status: 'dismissed' })
    expect(idsOf(await admin.get('/admin/review'), 'Slow')).toHaveLength(2)
  })

  it('shows an accepted change no more, to that person', async () => {
    await makeInsight(world, { product_slug: 'run', title: 'Seen' })
    const ids = idsOf(await admin.get('/admin/review'), 'Seen')
    expect(await post(admin, 'accept', ids)).toMatchObject({ status: 303, location: '/admin/review' })
    expect(idsOf(await admin.get('/admin/review'), 'Seen')).toEqual([])
    expect(idsOf(await manager.get('/admin/review'), 'Seen')).toEqual(ids)
    expect((await post(admin, 'accept', ids)).status).toBe(303)
  })

  it('reverts a change and withdraws a creation', async () => {
    const { id } = await makeSignal(world, { product_slug: 'run', title: 'Withdrawn' })
    await post(admin, 'undo', idsOf(await admin.get('/admin/review'), 'Withdrawn'))
    expect((await world.send('GET', `${root}/signals/${id}`)).body.signal.status).toBe('dismissed')
    await world.send('PATCH', `${root}/products/run`, { summary: 'Mistaken' })
    const [newest] = shown(await admin.get('/admin/review')).filter(([title]) => title === 'Run')
    const ids = idsOf(await admin.get('/admin/review'), 'Run')
    expect(newest).toBeDefined()
    await post(admin, 'undo', [ids.toSorted((one, other) => Number(other) - Number(one))[0] as string])
    expect((await world.send('GET', `${root}/products/run`)).body.product.summary).toBeNull()
  })

  it('says why a change was not reverted, and keeps it', async () => {
    await makeInsight(world, { product_slug: 'run', title: 'Of an agent' })
    const ids = idsOf(await manager.get('/admin/review'), 'Of an agent')
    const refused = await post(manager, 'undo', ids)
    expect(refused.status).toBe(409)
    expect(refused.body).toContain('These changes were not reverted')
    expect(idsOf(await manager.get('/admin/review'), 'Of an agent')).toEqual(ids)
  })

  it('can be read and not decided on by an inactive manager', async () => {
    const page = await inactive.get('/admin/review')
    expect(page.status).toBe(200)
    expect(page.body).not.toContain('value="accept"')
    expect((await post(inactive, 'accept', idsOf(page, 'Calm'))).status).toBe(403)
  })
})
