import { beforeAll, describe, expect, it } from 'vitest'
import { todayIn } from '../../../../src/record/time-zone.ts'
import { type AdminPage, type Browser, signIn } from '../../../support/admin.ts'
import { makeGuardedRule } from '../../../support/guarded-world.ts'
import { makeProduct, makeTask, root, sql } from '../../../support/makers.ts'
import { makePerson, type TestUser } from '../../../support/people.ts'
import { textOf } from '../../../support/proposals-world.ts'
import { statementsOf } from '../../../support/statements.ts'
import { makeWorld, type World } from '../../../support/world.ts'

const board = '/admin/tasks/board'
const day = (days: number) => todayIn('UTC', days)

let world: World
let people: { anna: TestUser; ben: TestUser }
let anna: Browser
let ben: Browser
beforeAll(async () => {
  world = await makeWorld()
  people = { anna: await makePerson(world, 'manager'), ben: await makePerson(world, 'manager') }
  anna = await signIn(world, people.anna)
  ben = await signIn(world, people.ben)
})

const task = async (title: string, fields: object = {}): Promise<number> =>
  (await makeTask(world, { title, ...fields })).id
const stored = async (id: number) => (await world.send('GET', `${root}/tasks/${id}`)).body.task
const escaped = (address: string) => address.replaceAll('&', '&amp;')

/** Returns the titles of the cards of each column that has some. */
function columnsOf({ body }: AdminPage): Record<string, string[]> {
  const sections = body.matchAll(/<section [^>]*data-column="([\w-]+)"[\s\S]*?<\/section>/g)
  const columns = [...sections].map(([section, status = '']): [string, string[]] => [
    status,
    [...section.matchAll(/<li data-card[^>]*><a [^>]*>([^<]*)</g)].map(([, title = '']) => title),
  ])
  return Object.fromEntries(columns.filter(([, cards]) => cards.length > 0))
}

/** Returns the HTML of a card. */
const cardIn = ({ body }: AdminPage, id: number) =>
  new RegExp(`<li data-card[^>]*><a id="task-${id}"[\\s\\S]*?(?=<li |</ul>)`).exec(body)?.[0] ?? ''

/** Opens the board and sends the form of a card. */
async function move(id: number, fields: Record<string, string>, filters = '') {
  await anna.get(`${board}${filters}`)
  return anna.post(`${board}/${id}${filters}`, { blocked_by: '', ...fields })
}

describe('the board of tasks', () => {
  it('has a column for each status of a task that is not cancelled, the most urgent first', async () => {
    const owner = people.anna.name
    await task('Later', { owner, due_at: day(9), priority: 'high' })
    await task('Soon', { owner, due_at: day(1), priority: 'high' })
    await task('Worked on', { owner, status: 'in-progress' })
    await task('Waits', { owner, blocked_by: 'The answer of Apple' })
    await task('Cancelled', { owner, status: 'cancelled' })
    const done = async (title: string, days: number) => {
      const id = await task(title, { owner, status: 'done' })
      await sql(world, `update tasks set done_at = now() - $1 * interval '1 day' where id = $2`, days, id)
    }
    await done('Of today', 0)
    await done('Of last week', 13)
    await done('Of last month', 15)
    const page = await anna.get(`${board}?owner=${people.anna.email}`)
    expect(page.status).toBe(200)
    expect(columnsOf(page)).toEqual({
      open: ['Soon', 'Later'],
      'in-progress': ['Worked on'],
      blocked: ['Waits'],
      done: ['Of today', 'Of last week'],
    })
    expect([...page.body.matchAll(/data-column="([\w-]+)"/g)].map(([, status]) => status)).toEqual([
      'open',
      'in-progress',
      'blocked',
      'done',
    ])
  })

  it('shows of each task its title, product, owner by name, due day and priority', async () => {
    const product = await makeProduct(world, { name: 'Scanner' })
    const id = await task('Described', {
      product_slug: product.slug,
      owner: people.ben.email,
      due_at: day(-1),
      priority: 'critical',
      blocked_by: await task('Comes first'),
    })
    const card = cardIn(await anna.get(board), id)
    expect(textOf({ body: `<main ${card}` })).toContain(
      `Described Scanner ${people.ben.name} due ${day(-1)} Overdue Critical waits for Comes first`,
    )
    expect(card).not.toContain(people.ben.email)
  })

  it('is filtered by owner and due days, which its list has too, and by presets of a week that keep the owner', async () => {
    const owner = `Boris ${day(0)}`
    for (const days of [0, 3, 20]) await task(`Due in ${days}`, { owner, due_at: day(days) })
    await task('No day', { owner })
    const period = `owner=${encodeURIComponent(owner)}&due_from=${day(1)}&due_to=${day(5)}`
    expect(columnsOf(await anna.get(`${board}?${period}`))).toEqual({ open: ['Due in 3'] })
    const list = await anna.get(`/admin/tasks?${period}`)
    expect(
      [...list.body.matchAll(/<th scope="row"[^>]*><a [^>]*>([^<]*)</g)].map(([, title]) => title),
    ).toEqual(['Due in 3'])
    const { body } = await world.send(
      'GET',
      `${root}/tasks?due_from=${day(20)}&owner=${encodeURIComponent(owner)}`,
    )
    expect(body.tasks.map(({ title }: { title: string }) => title)).toEqual(['Due in 20'])
    for (const page of [board, '/admin/tasks']) {
      const shown = await anna.get(`${page}?owner=${encodeURIComponent(owner)}`)
      const href = /<a href="([^"]*)"[^>]*>This week</.exec(shown.body)?.[1]?.replaceAll('&amp;', '&') ?? ''
      const parameters = new URL(href, 'http://own').searchParams
      expect(parameters.get('owner')).toBe(owner)
      const [from, to] = [parameters.get('due_from') ?? '', parameters.get('due_to') ?? '']
      expect(new Date(from).getUTCDay()).toBe(1)
      expect(Date.parse(to) - Date.parse(from)).toBe(6 * 86_400_000)
      expect(from <= day(0) && day(0) <= to).toBe(true)
      expect((await anna.get(href)).body).toMatch(/aria-current="true"[^>]*>This week</)
      expect(shown.body).toMatch(/<a href="[^"]*due_from=[^"]*"[^>]*>Next week</)
    }
  })

  it.each([
    ['owner=Nobody+of+ours', 'error-owner'],
    ['due_from=soon', 'error-due_from'],
    ['due_from=2026-12-02&due_to=2026-12-01', 'error-due_to'],
  ])('is 422 with a message at the control for %s', async (query, id) => {
    for (const page of [board, '/admin/tasks']) {
      const { status, body } = await anna.get(`${page}?${query}`)
      expect([page, status]).toEqual([page, 422])
      expect(body).toContain(`id="${id}"`)
    }
  })

  it('leaves empty parameters out of its address', async () => {
    expect((await anna.get(`${board}?owner=&due_from=${day(0)}`)).location).toBe(
      `${board}?due_from=${day(0)}`,
    )
  })

  it('shows a part of a long column, with a link to the list of all, and is read by as many statements', async () => {
    const few = await statementsOf(() => anna.get(board))
    await sql(
      world,
      `insert into tasks (title, owner, status, created_by, updated_by, direction_id)
       select 'Many ' || n, 'Many', 'blocked', '{}', '{}', (select id from directions limit 1) from generate_series(1, 45) n`,
    )
    const page = await anna.get(`${board}?owner=Many`)
    expect(columnsOf(page).blocked).toHaveLength(30)
    const [, href = '', label] = /<p><a href="([^"]*)">(All 45 [^<]*)</.exec(page.body) ?? []
    expect(label).toBe('All 45 blocked tasks')
    expect(href).toBe(escaped('/admin/tasks?owner=Many&status=blocked'))
    expect((await anna.get(href.replaceAll('&amp;', '&'))).body).toContain('45 tasks')
    expect((await statementsOf(() => anna.get(board))).length).toBeLessThanOrEqual(few.length)
    await sql(world, `delete from tasks where owner = 'Many'`)
  })

  it('is reached from the navigation, from the list with its filters, and from My day', async () => {
    const { body } = await anna.get(`/admin/tasks?owner=${people.anna.email}&status=open`)
    expect(body).toContain(`href="${board}?owner=${encodeURIComponent(people.anna.email)}">Board`)
    expect((await anna.get('/admin/my-day')).body).toContain(
      `href="${board}?owner=${encodeURIComponent(people.anna.email)}">My board`,
    )
    const page = await anna.get(board)
    expect(
      page.body.match(/aria-current="page"[^>]*>[^<]*/g)?.map((link) => link.replace(/.*>/, '')),
    ).toEqual(['Board', 'Board'])
  })
})

describe('a card', () => {
  it('is moved by its form to another column, as by the form of the task', async () => {
    const id = await task('Moves', { owner: people.anna.name })
    const filters = `?owner=${encodeURIComponent(people.anna.email)}`
    const { status, location } = await move(id, { status: 'in-progress' }, filters)
    expect([status, location]).toEqual([303, `${board}${filters}#task-${id}`])
    const page = await anna.get(`${board}${filters}`)
    expect(page.body).toContain('“Moves” is in progress.')
    expect(columnsOf(page)['in-progress']).toContain('Moves')
    await move(id, { status: 'done' })
    expect(await stored(id)).toMatchObject({ status: 'done', done_at: expect.any(String) })
    const [entry] = await sql(
      world,
      `select changes, actor, surface from history where record_type = 'task' and record_id = $1 order by id desc`,
      id,
    )
    expect(entry).toMatchObject({
      changes: { status: { from: 'in-progress', to: 'done' } },
      actor: { id: people.anna.id },
      surface: 'admin',
    })
  })

  it('is moved to the blocked ones with a reason, which another move removes', async () => {
    const id = await task('Gets stuck')
    await move(id, { status: 'blocked', blocked_by: 'The lawyers' })
    expect(await stored(id)).toMatchObject({ status: 'blocked', blocked_by: 'The lawyers' })
    expect(textOf(await anna.get(board))).toContain('waits for: The lawyers')
    // What blocks it is known.
    expect((await move(id, { status: 'blocked' })).status).toBe(303)
    expect(await stored(id)).toMatchObject({ status: 'blocked', blocked_by: 'The lawyers' })
    await move(id, { status: 'open' })
    expect(await stored(id)).toMatchObject({ status: 'open', blocked_by: null })
  })

  it.each([
    [{ status: 'blocked' }, 'The blocked by field is required.'],
    [{ status: 'blocked', blocked_by: '999999' }, 'The selected blocked by is invalid.'],
    [{ status: 'cancelled' }, 'The selected status is invalid.'],
    [{}, 'The status field is required.'],
  ])('is not moved by %j, and says why', async (fields, message) => {
    const id = await task('Stays')
    const page = await move(id, fields)
    expect(page.status).toBe(422)
    const card = cardIn(page, id)
    expect(card).toContain(message)
    expect(card).toMatch(/<details open/)
    expect(card).toMatch(/aria-describedby="[^"]*-error"[^>]*aria-invalid="true"/)
    expect(columnsOf(page).open).toContain('Stays')
    expect(await stored(id)).toMatchObject({ status: 'open', blocked_by: null })
  })

  it('is not moved if another person has moved it since, until it is sent again', async () => {
    const id = await task('Contested')
    await Promise.all([anna.get(board), ben.get(board)])
    await ben.post(`${board}/${id}`, { status: 'in-progress', blocked_by: '' })
    const page = await anna.post(`${board}/${id}`, { status: 'done', blocked_by: '' })
    expect(page.status).toBe(409)
    expect(cardIn(page, id)).toContain(
      `${people.ben.name} changed this to “In progress” after you opened the form.`,
    )
    expect(columnsOf(page)['in-progress']).toContain('Contested')
    expect((await anna.post(`${board}/${id}`, { status: 'done', blocked_by: '' })).status).toBe(303)
    expect(await stored(id)).toMatchObject({ status: 'done' })
  })

  it('is not moved against a guard, which its form says', async () => {
    const id = await task('Guarded')
    const admin = await signIn(world, await makePerson(world))
    const guard_when = `write.kind == 'task' && after.status == 'done' && after.id == ${id}`
    await makeGuardedRule(world, admin, {
      guard_when,
      guard_effect: 'refuse',
      guard_message: 'Only after the release.',
    })
    const page = await move(id, { status: 'done' })
    expect(page.status).toBe(422)
    expect(cardIn(page, id)).toContain('Only after the release.')
    expect(await stored(id)).toMatchObject({ status: 'open' })
  })

  it('says above the board why it was not moved if the board does not show it', async () => {
    const id = await task('Out of sight', { owner: 'Carla' })
    const page = await move(id, { status: 'blocked' }, `?due_from=${day(300)}`)
    expect(page.status).toBe(422)
    expect(textOf(page)).toContain('“Out of sight” was not moved. The blocked by field is required.')
  })

  it('says which tasks it no longer blocks', async () => {
    const id = await task('Blocks')
    const waiting = await task('Follows', { blocked_by: id })
    await move(id, { status: 'done' })
    expect((await anna.get(board)).body).toContain('“Blocks” is done. No longer blocked: “Follows”.')
    expect(await stored(waiting)).toMatchObject({ status: 'open' })
  })

  it('has no form for an inactive manager, whose request is 403, and is 404 if there is no such task', async () => {
    const id = await task('Read only')
    const idle = await signIn(world, await makePerson(world, 'manager', { status: 'inactive' }))
    expect(cardIn(await idle.get(board), id)).not.toContain('<form')
    expect((await idle.post(`${board}/${id}`, { status: 'done' })).status).toBe(403)
    expect((await move(999999, { status: 'done' })).status).toBe(404)
    const user = await signIn(world, await makePerson(world, 'user'))
    expect((await user.get(board)).status).toBe(403)
  })
})
