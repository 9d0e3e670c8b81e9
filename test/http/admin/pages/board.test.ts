import { beforeAll, describe, expect, it } from 'vitest'
import { dayText } from '../../../../http/admin/html/time.ts'
import { type BoardWorld, board, cardIn, columnsOf, day, makeBoardWorld } from '../../../support/board.ts'
import { makeProduct, root, sql } from '../../../support/makers.ts'
import { textOf } from '../../../support/proposals-world.ts'
import { statementsOf } from '../../../support/statements.ts'

let world: BoardWorld['world']
let people: BoardWorld['people']
let anna: BoardWorld['anna']
let task: BoardWorld['task']
beforeAll(async () => {
  ;({ world, people, anna, task } = await makeBoardWorld())
})

const escaped = (address: string) => address.replaceAll('&', '&amp;')

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
      `Described Scanner ${people.ben.name} due ${dayText(day(-1))} Overdue Critical waits for Comes first`,
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
